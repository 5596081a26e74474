/**
 * Writes the pages of docs/spec that come from code: events from the catalogue, states from the tables.
 *
 *     node --conditions=loggia-source scripts/docs.ts
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type EventType, eventVersion, machines } from '#protocol'
import { memoryEvents } from '../src/protocol/events/memory.ts'
import { messageEvents } from '../src/protocol/events/message.ts'
import { modelEvents } from '../src/protocol/events/model.ts'
import { sessionEvents } from '../src/protocol/events/session.ts'
import { runEvents, taskEvents } from '../src/protocol/events/task.ts'
import { toolEvents } from '../src/protocol/events/tool.ts'
import { eventNotes } from './event-notes.ts'

interface Schema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly minLength?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
}

const families = {
  Session: sessionEvents,
  Task: taskEvents,
  Run: runEvents,
  'Message, letter, report, hand-off': messageEvents,
  'Context, model, election, plan, budget, loop, fact': modelEvents,
  'Tool, approval, question, file, artifact': toolEvents,
  'Memory, knowledge': memoryEvents,
} as const

const written = '<!-- Written by scripts/docs.ts; change the code, then run it. -->'

/** The page about every event: what it says, who writes it, who sees it, and its payload. */
export function eventsPage(): string {
  const parts = Object.entries(families).flatMap(([name, family]) => [
    `## ${name}`,
    ...Object.entries(family).map(([type, schema]) => eventPart(type as EventType, schema)),
  ])
  const intro = `An event is \`{eventId, sessionId, seq, type, at, actor: {kind, id}, taskId?, runId?, reason?, prevEvents[], visibility, payload, v}\`.
\`seq\` is gapless from 1 and is the order; \`at\` (ISO 8601, UTC, milliseconds) is a label. \`eventId\` is derived from
session and seq. \`prevEvents\` are causes. The version \`v\` written today is ${eventVersion}. Reading keeps types and keys it does not
know; writing adds none. Every event is written by the session log; "by" says in whose name.`
  return [written, '# Events', intro, ...parts, ''].join('\n\n').trimEnd().concat('\n')
}

function eventPart(type: EventType, schema: z.ZodType): string {
  const { what, by, visibility } = eventNotes[type]
  const json = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as Schema
  const rows = Object.entries(json.properties ?? {}).map(([key, member]) => {
    const isOptional = !(json.required ?? []).includes(key)
    return `| \`${key}\`${isOptional ? '?' : ''} | ${typeText(member)} | ${cell(member.description ?? '')} |`
  })
  const table =
    rows.length === 0 ? 'No payload.' : ['| key | type | |', '| --- | --- | --- |', ...rows].join('\n')
  return `### \`${type}\`\n\n${what} By ${by}; ${visibility}.\n\n${table}`
}

/** A type in a cell: short, but complete. */
function typeText(schema: Schema): string {
  if (schema.const !== undefined) return cell(`\`${JSON.stringify(schema.const)}\``)
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ')
  const options = schema.anyOf ?? schema.oneOf
  if (options) return options.map(typeText).join(' or ')
  if (typeof schema.type === 'object') return schema.type.join(' or ')
  switch (schema.type) {
    case 'array':
      return `list of ${typeText(schema.items ?? {})}`
    case 'object':
      return objectText(schema)
    case 'string':
      return stringText(schema)
    case 'integer':
      return schema.exclusiveMinimum === 0 ? 'whole number from 1' : integerText(schema)
    case undefined:
      return schema.description ?? 'any JSON'
    default:
      return schema.type ?? 'any JSON'
  }
}

function integerText({ minimum }: Schema): string {
  return minimum === 0 ? 'whole number from 0' : 'whole number'
}

function objectText({ properties, required = [], additionalProperties }: Schema): string {
  if (!properties)
    return typeof additionalProperties === 'object' ? `map to ${typeText(additionalProperties)}` : 'object'
  const members = Object.entries(properties).map(
    ([key, member]) => `\`${key}\`${required.includes(key) ? '' : '?'}: ${typeText(member)}`,
  )
  return `{ ${members.join('; ')} }`
}

const idPattern = /^\^([a-z]+)_/

function stringText({ format, pattern, minLength }: Schema): string {
  if (format === 'date-time') return 'instant'
  const prefix = pattern && idPattern.exec(pattern)?.[1]
  if (prefix) return `\`${prefix}_…\``
  if (pattern) return cell(`text like \`${pattern}\``)
  return minLength ? 'text, not empty' : 'text'
}

/** A bar would end the cell. */
const cell = (text: string): string => text.replaceAll('|', '\\|')

const about: { readonly [Machine in keyof typeof machines]: string } = {
  session: 'A session. Paused: no model call and no tool starts. Completing: no new request begins.',
  task: 'A task. Waiting always says for what and until when.',
  run: 'A run: one agent on one attempt of one task. An agent without a run is idle.',
  approval: 'An approval: exactly one final move, by a person or the clock.',
  question: 'A question to the user.',
  call: 'A tool call. Held: it waits for an approval. Unknown: started, then the process died.',
}

/** The page about every state machine: its table, and the same as a picture. */
export function statesPage(): string {
  const intro = `Each machine is a total table of states and moves in \`src/protocol/states.ts\`; an empty cell is an illegal move: \`decide\`
refuses it and nothing is written, and folding such an event changes nothing but the position.
\`tests/protocol/states.test.ts\` has a test per cell.`
  const parts = Object.entries(machines).map(([name, table]) =>
    machinePart(name as keyof typeof machines, table),
  )
  return [written, '# States', intro, ...parts].join('\n\n').concat('\n')
}

type Table = Readonly<Record<string, Readonly<Record<string, string>>>>

function machinePart(name: keyof typeof machines, table: Table): string {
  const moves = [...new Set(Object.values(table).flatMap((cells) => Object.keys(cells)))]
  const rows = Object.entries(table).map(
    ([state, cells]) => `| **${state}** | ${moves.map((move) => cells[move] ?? '').join(' | ')} |`,
  )
  const head = [`| | ${moves.join(' | ')} |`, `| --- |${' --- |'.repeat(moves.length)}`]
  const [initial] = Object.keys(table)
  const arrows = Object.entries(table).flatMap(([state, cells]) =>
    Object.entries(cells).map(([move, next]) => `  ${state} --> ${next}: ${move}`),
  )
  const picture = ['```mermaid', 'stateDiagram-v2', `  [*] --> ${initial}`, ...arrows, '```']
  return [`## ${name}`, about[name], [...head, ...rows].join('\n'), picture.join('\n')].join('\n\n')
}

/** Every written page by its name in docs/spec. */
export const pages = { 'events.md': eventsPage, 'states.md': statesPage } as const

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [name, page] of Object.entries(pages))
    writeFileSync(new URL(`../docs/spec/${name}`, import.meta.url), page())
