import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { CallId, Json, ModelPart, Usage } from '#protocol'
import type { ModelEvent } from '../model.ts'
import type { WireNames } from './names.ts'
import { toUsage } from './usage.ts'

type PartOf<Type extends LanguageModelV4StreamPart['type']> = Extract<
  LanguageModelV4StreamPart,
  { type: Type }
>
type Metadata = Readonly<Record<string, Json>>

/** A text or reasoning block that grows. */
interface BlockDraft {
  readonly type: 'text' | 'reasoning'
  text: string
  metadata: Metadata | undefined
}

/** A call that grows. It is whole only when the provider said so; until then its text may be anything. */
export interface CallDraft {
  readonly type: 'call'
  readonly callId: CallId
  tool: string
  text: string
  metadata: Metadata | undefined
  isWhole: boolean
}

/** A provider's stream as far as it has come. `takePart` is the only writer. */
export interface Collected {
  readonly names: WireNames
  readonly newCallId: () => CallId
  readonly drafts: (BlockDraft | CallDraft)[]
  readonly open: { readonly text: Map<string, BlockDraft>; readonly reasoning: Map<string, BlockDraft> }
  /** Calls by the provider's id, which some providers use twice. */
  readonly calls: Map<string, CallDraft[]>
  readonly ignored: Set<string>
  finish: LanguageModelV4FinishReason | undefined
  usage: Usage | undefined
}

export function collected(names: WireNames, newCallId: () => CallId): Collected {
  return {
    names,
    newCallId,
    drafts: [],
    open: { text: new Map(), reasoning: new Map() },
    calls: new Map(),
    ignored: new Set(),
    finish: undefined,
    usage: undefined,
  }
}

/** Custom parts that repeat what comes in other parts. */
const bookkeeping: ReadonlySet<string> = new Set(['anthropic.message_start'])

const nothing: readonly ModelEvent[] = []

/** Takes the next part and gives what the reader sees of it. Throws what the provider reports as an error. */
export function takePart(state: Collected, part: LanguageModelV4StreamPart): readonly ModelEvent[] {
  switch (part.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return blockDelta(state, part)
    case 'text-start':
    case 'reasoning-start':
      addMetadata(blockOf(state, kindOf(part.type), part.id), part.providerMetadata)
      return nothing
    case 'text-end':
    case 'reasoning-end':
      addMetadata(blockOf(state, kindOf(part.type), part.id), part.providerMetadata)
      state.open[kindOf(part.type)].delete(part.id)
      return nothing
    case 'tool-input-start':
      return part.providerExecuted
        ? ignore(state, part.type)
        : [startOf(startCall(state, part.id, part.toolName))]
    case 'tool-input-delta':
      return callDelta(state, part)
    case 'tool-call':
      return part.providerExecuted ? ignore(state, part.type) : wholeCall(state, part)
    case 'finish':
      state.finish = part.finishReason
      state.usage = toUsage(part.usage)
      return nothing
    case 'stream-start':
      return part.warnings.map((warning) => ({ type: 'warning', message: sayWarning(warning) }))
    case 'error':
      throw part.error
    case 'custom':
      return bookkeeping.has(part.kind) ? nothing : ignore(state, part.kind)
    case 'file':
    case 'reasoning-file':
    case 'source':
    case 'tool-result':
    case 'tool-approval-request':
      return ignore(state, part.type)
    case 'tool-input-end':
    case 'response-metadata':
    case 'raw':
    case 'ping':
      return nothing
    default:
      return part satisfies never
  }
}

/** The parts in the order they began; calls that did not become whole are left out. */
export function partsOf(state: Collected): readonly ModelPart[] {
  return state.drafts.flatMap((draft): ModelPart[] => {
    const metadata = draft.metadata === undefined ? {} : { providerMetadata: draft.metadata }
    if (draft.type !== 'call') {
      return draft.text === '' && draft.metadata === undefined
        ? []
        : [{ type: draft.type, text: draft.text, ...metadata }]
    }
    const { callId, tool, text: argumentsText } = draft
    return draft.isWhole ? [{ type: 'call', callId, tool, argumentsText, ...metadata }] : []
  })
}

function kindOf(type: `${'text' | 'reasoning'}-${string}`): 'text' | 'reasoning' {
  return type.startsWith('text') ? 'text' : 'reasoning'
}

function blockOf(state: Collected, type: 'text' | 'reasoning', id: string): BlockDraft {
  const known = state.open[type].get(id)
  if (known) return known
  const made: BlockDraft = { type, text: '', metadata: undefined }
  state.drafts.push(made)
  state.open[type].set(id, made)
  return made
}

function blockDelta(state: Collected, part: PartOf<'text-delta' | 'reasoning-delta'>): readonly ModelEvent[] {
  const block = blockOf(state, part.type === 'text-delta' ? 'text' : 'reasoning', part.id)
  if (part.providerMetadata) addMetadata(block, part.providerMetadata)
  if (part.delta === '') return nothing
  block.text += part.delta
  return [{ type: part.type, text: part.delta }]
}

function startCall(state: Collected, id: string, wire: string): CallDraft {
  const made: CallDraft = {
    type: 'call',
    callId: state.newCallId(),
    tool: state.names.fromWire(wire),
    text: '',
    metadata: undefined,
    isWhole: false,
  }
  state.drafts.push(made)
  state.calls.set(id, [...(state.calls.get(id) ?? []), made])
  return made
}

const startOf = ({ callId, tool }: CallDraft): ModelEvent => ({ type: 'call-start', callId, tool })

function callDelta(state: Collected, { id, delta }: PartOf<'tool-input-delta'>): readonly ModelEvent[] {
  const call = state.calls.get(id)?.findLast((draft) => !draft.isWhole)
  if (!call || delta === '') return nothing
  call.text += delta
  return [{ type: 'call-delta', callId: call.callId, text: delta }]
}

/** The whole text decides; the deltas were only to be looked at. */
function wholeCall(state: Collected, part: PartOf<'tool-call'>): readonly ModelEvent[] {
  const begun = state.calls.get(part.toolCallId)?.find((draft) => !draft.isWhole)
  const call = begun ?? startCall(state, part.toolCallId, part.toolName)
  const shown = call.text !== ''
  call.text = part.input
  call.tool = state.names.fromWire(part.toolName)
  call.isWhole = true
  addMetadata(call, part.providerMetadata)
  const start: readonly ModelEvent[] = begun ? nothing : [startOf(call)]
  return shown || part.input === ''
    ? start
    : [...start, { type: 'call-delta', callId: call.callId, text: part.input }]
}

/** Starts, deltas and ends each may bring a piece; what comes later wins within a provider's key. */
function addMetadata(draft: BlockDraft | CallDraft, metadata: unknown): void {
  if (typeof metadata !== 'object' || metadata === null) return
  const merged: Record<string, Json> = { ...draft.metadata }
  for (const [key, value] of Object.entries(JSON.parse(JSON.stringify(metadata)) as Record<string, Json>)) {
    const before = merged[key]
    merged[key] = isObject(before) && isObject(value) ? { ...before, ...value } : value
  }
  draft.metadata = merged
}

function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Said once for each kind: nothing is dropped in silence. */
function ignore(state: Collected, kind: string): readonly ModelEvent[] {
  if (state.ignored.has(kind)) return nothing
  state.ignored.add(kind)
  return [{ type: 'warning', message: `the model sent a part of kind ${kind}, which is not kept` }]
}

function sayWarning(warning: PartOf<'stream-start'>['warnings'][number]): string {
  if (warning.type === 'other') return warning.message
  if (warning.type === 'deprecated') return `${warning.setting} is deprecated: ${warning.message}`
  const details = warning.details === undefined ? '' : `: ${warning.details}`
  return `the provider does not support ${warning.feature}${details}`
}
