import { z } from 'zod'
import { checkWith } from '../define-tool.ts'
import type { LogTool } from '../log-tool.ts'
import { ask } from '../loop/ask.ts'

const input = z.object({
  question: z.string().min(1).describe('what to ask, in the language of the user'),
  choices: z
    .array(z.string().min(1))
    .max(12)
    .optional()
    .describe('answers to choose from, when there are only some'),
})

/** Asks the person a question and waits for the answer. */
export const askUser: LogTool = {
  name: 'ask_user',
  description:
    'Asks the user a question and waits for the answer. Use it when you cannot go on without knowing.',
  input: z.toJSONSchema(input) as LogTool['input'],
  risk: 'none',
  effect: 'idempotent',
  concurrencySafe: true,
  timeoutMs: 0,
  origin: 'builtin',
  parks: false,
  waits: true,
  check: (value) => checkWith(input, value),
  async *perform(call, context) {
    const { question, choices } = input.parse(call.input)
    const answered = yield* ask(context, {
      about: 'ask',
      callId: call.callId,
      text: question,
      ...(choices ? { choices: choices.map((value) => ({ value, label: value })) } : {}),
    })
    if (answered.answer === undefined) return { text: 'The user did not answer in time.', isError: true }
    return { text: answered.answer }
  },
}
