/**
 * The event catalogue: every type with the schema of its payload. TypeScript types, JSON Schema and docs/spec/events.md
 * all come from here. Only the codec and the docs script load it; everything else imports the types of event.ts.
 */
import { memoryEvents } from './memory.ts'
import { messageEvents } from './message.ts'
import { modelEvents } from './model.ts'
import { sessionEvents } from './session.ts'
import { runEvents, taskEvents } from './task.ts'
import { toolEvents } from './tool.ts'

export const catalogue = {
  ...sessionEvents,
  ...taskEvents,
  ...runEvents,
  ...messageEvents,
  ...modelEvents,
  ...toolEvents,
  ...memoryEvents,
} as const
