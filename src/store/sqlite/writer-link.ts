/** The store's end of the line to its writer thread. */
import { Worker } from 'node:worker_threads'
import { StoreConflict, StoreDuplicate, StoreUnavailable } from '../errors.ts'
import type { Answers, AppendRequest, Failure, FromWriter, Opening, Question, ToWriter } from './messages.ts'

interface Waiting {
  readonly resolve: (answer: never) => void
  readonly reject: (cause: Error) => void
}

/** Sends what was called in one go as one message, and hands each answer to who waits for it. */
export class WriterLink {
  /** Resolves when the folder is ours; rejects with StoreUnavailable when it is refused. */
  readonly ready: Promise<void>
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #outbox: AppendRequest[] = []
  #lastId = 0
  #ended: StoreUnavailable | undefined
  #settleReady: { readonly resolve: () => void; readonly reject: (cause: Error) => void }

  constructor(opening: Opening) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.ready = promise
    this.#settleReady = { resolve, reject }
    // Whoever only appends learns of a refusal from the append.
    promise.catch(() => undefined)
    this.#worker = new Worker(new URL(`./thread${import.meta.url.slice(-3)}`, import.meta.url), {
      workerData: opening,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdin: false,
    })
    this.#worker.on('message', (message: FromWriter) => this.#hear(message))
    this.#worker.on('error', (cause) => this.#end(stopped(cause)))
    this.#worker.on('exit', () => this.#end(stopped(undefined)))
  }

  append(request: Omit<AppendRequest, 'id'>): Promise<void> {
    return this.#expect<void>((id) => {
      if (this.#outbox.push({ id, ...request }) === 1) process.nextTick(() => this.#flush())
    })
  }

  ask<Kind extends Question['kind']>(question: Question & { readonly kind: Kind }): Promise<Answers[Kind]> {
    return this.#expect<Answers[Kind]>((id) => {
      this.#flush()
      this.#send({ kind: 'ask', id, question })
    })
  }

  /** Does it when the folder is ours and still open. */
  async whenOpen<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.ready
    if (this.#ended) throw this.#ended
    return work()
  }

  /** Lets everything called before finish, then frees the folder. Later calls are refused. */
  async close(): Promise<void> {
    if (this.#ended) return
    const exited = new Promise((resolve) => this.#worker.once('exit', resolve))
    const closed = this.ask({ kind: 'close' })
    this.#ended = new StoreUnavailable('closed', 'the store is closed; open a new one')
    try {
      await closed
    } finally {
      await exited
    }
  }

  #expect<Answer>(send: (id: number) => void): Promise<Answer> {
    if (this.#ended) return Promise.reject(this.#ended)
    this.#lastId += 1
    const id = this.#lastId
    // A waiting caller keeps the process alive; an idle store does not.
    if (this.#waiting.size === 0) this.#worker.ref()
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    this.#waiting.set(id, { resolve, reject })
    send(id)
    return promise
  }

  #flush(): void {
    if (this.#outbox.length === 0) return
    const appends = this.#outbox
    this.#outbox = []
    this.#send({ kind: 'append', appends })
  }

  #send(message: ToWriter): void {
    this.#worker.postMessage(message)
  }

  #hear(message: FromWriter): void {
    switch (message.kind) {
      case 'open':
        this.#settleReady.resolve()
        break
      case 'refused':
        this.#end(errorOf(message.failure))
        break
      case 'appended':
        for (const id of message.done) this.#take(id)?.resolve(undefined as never)
        for (const { id, failure } of message.failed) this.#take(id)?.reject(errorOf(failure))
        break
      case 'answered':
        this.#take(message.id)?.resolve(message.answer as never)
        break
      case 'failed':
        this.#take(message.id)?.reject(errorOf(message.failure))
        break
      default:
        message satisfies never
    }
    if (this.#waiting.size === 0 && !this.#ended) this.#worker.unref()
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    return waiting
  }

  #end(cause: Error): void {
    const why = cause instanceof StoreUnavailable ? cause : stopped(cause)
    this.#ended ??= why
    this.#settleReady.reject(why)
    for (const { reject } of this.#waiting.values()) reject(why)
    this.#waiting.clear()
  }
}

function stopped(cause: unknown): StoreUnavailable {
  const said = cause instanceof Error ? `: ${cause.message}` : ''
  return new StoreUnavailable(
    'disk',
    `the store's writer stopped${said}; what was acknowledged is safe, open again`,
    {
      cause,
    },
  )
}

function errorOf(failure: Failure): Error {
  switch (failure.kind) {
    case 'conflict':
      return new StoreConflict(failure.expected, failure.actual)
    case 'duplicate':
      return new StoreDuplicate(failure.commandId)
    case 'unavailable':
      return new StoreUnavailable(failure.code, failure.message)
    default:
      return failure satisfies never
  }
}
