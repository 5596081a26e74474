/** The conversation all subjects have: the model wants one addition, then answers. It takes no time at all. */
export interface Said {
  readonly text: string
  readonly call?: { readonly a: number; readonly b: number }
}

const asking: Said = { text: '', call: { a: 1, b: 2 } }
const answering: Said = {
  text: 'The sum is 3. That is what the tool said when it was asked to add the two numbers.',
}

/** What the model says after a user message or after a tool result. Some messages it answers without a tool. */
export async function answerOf(after: 'user' | 'tool', text = ''): Promise<Said> {
  return after === 'tool' || text.startsWith('say ') ? answering : asking
}

/** What the user says in each turn of a long thread: something that takes a tool, or something that does not. */
export const turnText: { readonly [Kind in 'thread' | 'chat']: (turn: number) => string } = {
  thread: (turn) => `add ${turn} and ${turn}`,
  chat: (turn) => `say the sum of ${turn} and ${turn}`,
}

/** What a supervisor asks its two workers at once. */
export const pairs = ['add 1 and 2', 'add 3 and 4'] as const

/** Throws when a subject did not come to the answer: a figure of work not done is worth nothing. */
export function checkAnswer(text: string): void {
  if (text !== answering.text) throw new Error(`not the answer: ${text.slice(0, 200)}`)
}

/** Events of the session that is read and folded. */
export const foldLength = 100_000
