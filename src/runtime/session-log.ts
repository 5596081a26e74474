import type { RunSignal } from '#agents'
import {
  type Actor,
  type AgentId,
  type CommandEnvelope,
  decide,
  type EventDraft,
  emptyView,
  eventIdAt,
  eventVersion,
  fold,
  type Refusal,
  type RunId,
  type SessionEvent,
  type SessionId,
  type TaskId,
  type View,
} from '#protocol'
import type { EventStore } from '#store'
import type { Clock } from './clock.ts'

/** What a viewer sees: stored events in order, and signals that are never stored. */
export type Broadcast =
  | { readonly kind: 'event'; readonly event: SessionEvent }
  | {
      readonly kind: 'signal'
      readonly runId: RunId
      readonly taskId: TaskId
      readonly agentId: AgentId
      readonly signal: RunSignal
    }

export type Executed =
  | { readonly ok: true; readonly events: readonly SessionEvent[]; readonly durable: Promise<void> }
  | { readonly ok: false; readonly refusal: Refusal }

interface Waiter {
  readonly condition: (view: View) => boolean
  readonly resolve: () => void
}

/**
 * The log of one open session and the view of it. This is the only thing that appends: a command is decided on the
 * view, folded at once, and handed to the store in order. Viewers are told only of what is durable.
 */
export class SessionLog {
  readonly sessionId: SessionId
  readonly view: View
  readonly #store: EventStore
  readonly #clock: Clock
  readonly #waiters = new Set<Waiter>()
  readonly #viewers = new Set<(item: Broadcast) => void>()
  readonly #listeners: ((events: readonly SessionEvent[]) => void)[] = []
  #lostViewer: (error: unknown) => void = () => undefined
  #broken: Error | undefined
  #stored: Promise<void> = Promise.resolve()
  #atMs = -1
  #at = ''

  constructor(sessionId: SessionId, store: EventStore, clock: Clock, view: View = emptyView()) {
    this.sessionId = sessionId
    this.view = view
    this.#store = store
    this.#clock = clock
  }

  /** Folds a stored session. Damaged rows keep their place and are listed in the view. */
  static async load(sessionId: SessionId, store: EventStore, clock: Clock): Promise<SessionLog> {
    const log = new SessionLog(sessionId, store, clock)
    for await (const event of store.read(sessionId, 0)) fold(log.view, event)
    return log
  }

  /** Decides, folds and hands to the store, all before it returns. `durable` settles when the store has it safe. */
  execute(envelope: CommandEnvelope): Executed {
    this.#refuseBroken()
    const decision = decide(this.view, envelope)
    if (!decision.ok) return decision
    const expected = this.view.seq
    const at = this.#now()
    const events = decision.drafts.map((draft, index) => this.#place(draft, expected + index + 1, at))
    for (const event of events) fold(this.view, event)
    const options = {
      expected,
      ...(envelope.commandId === undefined ? {} : { commandId: envelope.commandId }),
    }
    const durable = this.#store.append(this.sessionId, events, options)
    this.#stored = durable.then(
      () => this.#publish(events),
      (error: unknown) => this.#break(error),
    )
    for (const listener of this.#listeners) listener(events)
    this.#wake()
    return { ok: true, events, durable }
  }

  /** Writes facts in the name of the runtime. */
  record(drafts: readonly EventDraft[], actor: Actor = { kind: 'system', id: 'runtime' }): Executed {
    return this.execute({ command: { type: 'record', drafts }, actor })
  }

  /** Called with each batch as soon as it is folded, before it is durable. For the engine, not for viewers. */
  onEvents(listener: (events: readonly SessionEvent[]) => void): void {
    this.#listeners.push(listener)
  }

  /** Resolves when the condition holds; rejects with the signal's reason, or when the log broke. */
  async until(condition: (view: View) => boolean, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    this.#refuseBroken()
    if (condition(this.view)) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter: Waiter = { condition, resolve }
    const onAbort = (): void => reject(signal?.reason)
    this.#waiters.add(waiter)
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      await promise
    } finally {
      this.#waiters.delete(waiter)
      signal?.removeEventListener('abort', onAbort)
    }
    this.#refuseBroken()
  }

  /** Tells a viewer of durable events and of signals from now on, until the returned function is called or it throws. */
  watch(viewer: (item: Broadcast) => void): () => void {
    this.#viewers.add(viewer)
    return () => this.#viewers.delete(viewer)
  }

  /** Passes a live delta on to whoever watches. */
  signal(item: Extract<Broadcast, { kind: 'signal' }>): void {
    this.#tell([item])
  }

  /** Called with what a viewer threw. That viewer is told nothing more; the session and the others go on. */
  onLostViewer(listener: (error: unknown) => void): void {
    this.#lostViewer = listener
  }

  get isWatched(): boolean {
    return this.#viewers.size > 0
  }

  /** Resolves when everything written so far is durable and published. */
  async drained(): Promise<void> {
    await this.#stored
    this.#refuseBroken()
  }

  #refuseBroken(): void {
    if (this.#broken) throw this.#broken
  }

  #now(): string {
    const ms = this.#clock.now()
    if (ms !== this.#atMs) {
      this.#atMs = ms
      this.#at = new Date(ms).toISOString()
    }
    return this.#at
  }

  #place(draft: EventDraft, seq: number, at: string): SessionEvent {
    return {
      eventId: eventIdAt(this.sessionId, seq),
      sessionId: this.sessionId,
      seq,
      type: draft.type,
      at,
      actor: draft.actor,
      taskId: draft.taskId,
      runId: draft.runId,
      reason: draft.reason,
      prevEvents: draft.prevEvents ?? [],
      visibility: draft.visibility ?? 'internal',
      payload: draft.payload,
      v: eventVersion,
    } as SessionEvent
  }

  #publish(events: readonly SessionEvent[]): void {
    if (this.#viewers.size > 0) this.#tell(events.map((event) => ({ kind: 'event', event })))
  }

  #tell(items: readonly Broadcast[]): void {
    for (const viewer of this.#viewers)
      try {
        for (const item of items) viewer(item)
      } catch (error) {
        this.#viewers.delete(viewer)
        this.#lostViewer(error)
      }
  }

  /** The store refused or died: what this view says is no longer known to be true. Everything that waits is told. */
  #break(error: unknown): void {
    this.#broken ??= error instanceof Error ? error : new Error(String(error))
    for (const waiter of [...this.#waiters]) waiter.resolve()
  }

  #wake(): void {
    for (const waiter of this.#waiters) if (waiter.condition(this.view)) waiter.resolve()
  }
}
