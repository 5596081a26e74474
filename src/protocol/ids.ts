/**
 * Identifiers. Each is a string on the wire and a distinct type in code.
 *
 * A generated id is `<prefix>_<26 characters>`: 48 bits of time and 80 random bits in Crockford base 32 (the ULID
 * layout), so ids sort by time of making and are safe in URLs. Order in a session never rests on them: that is `seq`.
 * An event id is derived, `evt_<session part>_<seq>`, so a cause resolves without a look-up.
 */

declare const brand: unique symbol
type Id<Name extends string> = string & { readonly [brand]: Name }

export type SessionId = Id<'session'>
export type TaskId = Id<'task'>
export type RunId = Id<'run'>
export type MessageId = Id<'message'>
export type EventId = Id<'event'>
export type CallId = Id<'call'>
export type ApprovalId = Id<'approval'>
export type QuestionId = Id<'question'>
export type LetterId = Id<'letter'>
export type BlockId = Id<'block'>
/** Chosen by the author of a team file, unlike the others: letters, digits, `_`, `-`, `.`; 1 to 64 characters. */
export type AgentId = Id<'agent'>

/** The prefix of every generated id. */
export const idPrefixes = {
  session: 'sess',
  task: 'task',
  run: 'run',
  message: 'msg',
  call: 'call',
  approval: 'appr',
  question: 'qst',
  letter: 'ltr',
  block: 'mem',
} as const

export type IdKind = keyof typeof idPrefixes
export interface IdOf {
  session: SessionId
  task: TaskId
  run: RunId
  message: MessageId
  call: CallId
  approval: ApprovalId
  question: QuestionId
  letter: LetterId
  block: BlockId
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const generatedId = /^([a-z]{2,5})_([0-9A-HJKMNP-TV-Z]{26})$/
const agentName = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/
const derivedEventId = /^evt_([0-9A-HJKMNP-TV-Z]{26})_([1-9][0-9]*)$/

/** Composes an id from a time in epoch milliseconds and ten random bytes. Pure: clock and randomness come in. */
export function composeId<Kind extends IdKind>(kind: Kind, atMs: number, random: Uint8Array): IdOf[Kind] {
  const time = Math.max(0, Math.floor(atMs))
  const high = Math.floor(time / 2 ** 25)
  const low = time % 2 ** 25
  return `${idPrefixes[kind]}_${five(high)}${five(low)}${eight(random, 0)}${eight(random, 5)}` as IdOf[Kind]
}

/** The lowest 25 bits as five characters. */
function five(bits: number): string {
  return pair(bits >> 15) + pair(bits >> 5) + char(bits)
}

/** Forty bits from five bytes, as eight characters. */
function eight(bytes: Uint8Array, at: number): string {
  const middle = bytes[at + 2] ?? 0
  const high = ((bytes[at] ?? 0) << 12) | ((bytes[at + 1] ?? 0) << 4) | (middle >> 4)
  const low = ((middle & 15) << 16) | ((bytes[at + 3] ?? 0) << 8) | (bytes[at + 4] ?? 0)
  return pair(high >> 10) + pair(high) + pair(low >> 10) + pair(low)
}

const pairs = Array.from({ length: 1_024 }, (_value, bits) => char(bits >> 5) + char(bits))

/** Ten bits as two characters, from a table: ids are made several times a model call. */
function pair(bits: number): string {
  return pairs[bits & 1_023] ?? ''
}

function char(bits: number): string {
  return alphabet[bits & 31] ?? ''
}

/** True when the text is a generated id of that kind. */
export function isId<Kind extends IdKind>(kind: Kind, text: string): text is IdOf[Kind] {
  return generatedId.exec(text)?.[1] === idPrefixes[kind]
}

/** Checks and brands. Throws TypeError that names what was wanted. */
export function parseId<Kind extends IdKind>(kind: Kind, text: string): IdOf[Kind] {
  if (isId(kind, text)) return text
  throw new TypeError(
    `not a ${kind} id: ${JSON.stringify(text)}; wanted ${idPrefixes[kind]}_ and 26 characters`,
  )
}

const anyPrefix = new RegExp(`^(?:evt|${Object.values(idPrefixes).join('|')})_`)

/** True when the text is meant as an id of ours: a source that is one is a way back, not a place data comes from. */
export function isOurs(text: string): boolean {
  return anyPrefix.test(text)
}

/** True when the text may name an agent. */
export function isAgentId(text: string): text is AgentId {
  return agentName.test(text)
}

/** Checks and brands an agent's name. Throws TypeError that says what a name may hold. */
export function parseAgentId(text: string): AgentId {
  if (isAgentId(text)) return text
  throw new TypeError(
    `not an agent id: ${JSON.stringify(text)}; use 1 to 64 letters, digits, '_', '-' or '.', not starting with '-' or '.'`,
  )
}

/** The id of the event at `seq` of a session. */
export function eventIdAt(session: SessionId, seq: number): EventId {
  return `evt_${session.slice(5)}_${seq}` as EventId
}

/** The place an event id names, or undefined when the text is none. */
export function placeOfEvent(
  text: string,
): { readonly sessionId: SessionId; readonly seq: number } | undefined {
  const match = derivedEventId.exec(text)
  if (!match) return undefined
  return { sessionId: `sess_${match[1]}` as SessionId, seq: Number(match[2]) }
}
