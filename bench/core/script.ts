/** The conversation all subjects have: the model wants one addition, then answers. It takes no time at all. */
export interface Said {
  readonly text: string
  readonly call?: { readonly a: number; readonly b: number }
}

/** Turns of the long thread. */
export const turns = 200

const asking: Said = { text: '', call: { a: 1, b: 2 } }
const answering: Said = {
  text: 'The sum is 3. That is what the tool said when it was asked to add the two numbers.',
}

/** What the model says after a user message or after a tool result. */
export async function answerOf(after: 'user' | 'tool'): Promise<Said> {
  return after === 'user' ? asking : answering
}
