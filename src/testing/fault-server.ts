import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  anthropicMessages,
  type Encoder,
  googleGenerate,
  openaiChat,
  type Said,
} from './fault-server-formats.ts'

/** One step of a scripted answer: what the model says, or what goes wrong on the way. */
export type FaultStep =
  | Said
  /** Answers with a status and a body instead of a stream. Only as the first step. */
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown }
  /** Waits for the promise, or for ever. */
  | { readonly wait: Promise<unknown> | 'for-ever' }
  /** Bytes as they are. */
  | { readonly raw: string | Uint8Array }
  /** Takes the connection away. */
  | 'destroy'
  /** Ends the body without the format's end sign. */
  | 'end'
  /** Never sends even the headers. Only as the first step. */
  | 'silence'

/** The answers of one model, one per request; the last one repeats. */
export type Scenario = readonly (readonly FaultStep[])[]

/** A request as it came. */
export interface KeptRequest {
  readonly path: string
  readonly model: string
  readonly headers: IncomingMessage['headers']
  readonly body: unknown
  /** True once the caller went away before the answer's end. */
  aborted: boolean
}

export interface FaultServerOptions {
  /** Answers by the model's id. A model nobody scripted gets 404. */
  readonly scenarios: Readonly<Record<string, Scenario>>
  /** Cuts every body anew: where the pieces end, in bytes. */
  readonly cut?: (body: Uint8Array) => readonly Uint8Array[]
  /** Says why a request breaks the provider's rules; then the answer is 400. */
  readonly judge?: (body: unknown, path: string) => string | undefined
  /** Called when a request has come in whole. */
  readonly onRequest?: (request: KeptRequest) => void
}

export interface FaultServer extends AsyncDisposable {
  /** Base of the OpenAI and Anthropic formats. */
  readonly url: string
  /** Base of the Google format. */
  readonly googleUrl: string
  readonly requests: readonly KeptRequest[]
}

/** A model server that does what it is told, byte for byte: OpenAI chat, Anthropic and Google streams. */
export async function faultServer(options: FaultServerOptions): Promise<FaultServer> {
  const requests: KeptRequest[] = []
  const server = createServer((request, response) => {
    answer(request, response, { options, requests }).catch((error: unknown) =>
      response.destroy(error as Error),
    )
  })
  await listening(server)
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `${base}/v1`,
    googleUrl: `${base}/v1beta`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function listening(server: Server): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(0, '127.0.0.1', resolve)
  await promise
}

interface Desk {
  readonly options: FaultServerOptions
  readonly requests: KeptRequest[]
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { options, requests }: Desk,
): Promise<void> {
  const body = await bodyOf(request)
  const path = request.url ?? ''
  const model = modelOf(path, body)
  const kept: KeptRequest = { path, model, headers: request.headers, body, aborted: false }
  const asked = requests.filter((former) => former.model === model).length
  requests.push(kept)
  options.onRequest?.(kept)
  response.once('close', () => {
    kept.aborted = !response.writableEnded
  })
  const broken = options.judge?.(body, path)
  if (broken !== undefined) return refuse(response, 400, broken)
  const scenario = options.scenarios[model]
  const steps = scenario?.[Math.min(asked, scenario.length - 1)]
  if (!steps) return refuse(response, 404, `no scenario for model ${JSON.stringify(model)}`)
  await play(response, steps, { encoder: encoderFor(path, model), cut: options.cut })
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = await request.toArray()
  const text = Buffer.concat(chunks).toString('utf8')
  return text === '' ? undefined : (JSON.parse(text) as unknown)
}

function modelOf(path: string, body: unknown): string {
  const inPath = /\/models\/([^:?]+):/.exec(path)?.[1]
  return inPath ?? String((body as { readonly model?: unknown } | undefined)?.model)
}

function encoderFor(path: string, model: string): Encoder {
  if (path.includes(':streamGenerateContent')) return googleGenerate()
  return path.includes('/messages') ? anthropicMessages(model) : openaiChat(model)
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const error = { message, type: 'invalid_request_error', code: status }
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ type: 'error', error }))
}

interface Stage {
  readonly encoder: Encoder
  readonly cut: FaultServerOptions['cut']
}

async function play(
  response: ServerResponse,
  steps: readonly FaultStep[],
  { encoder, cut }: Stage,
): Promise<void> {
  const [first] = steps
  if (first === 'silence') return
  if (typeof first === 'object' && 'status' in first) {
    response.writeHead(first.status, { 'content-type': 'application/json', ...first.headers })
    response.end(
      typeof first.body === 'string'
        ? first.body
        : JSON.stringify(first.body ?? { error: { message: `status ${first.status}` } }),
    )
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.socket?.setNoDelay(true)
  response.flushHeaders()
  const held: Uint8Array[] = []
  const write = async (bytes: Uint8Array | string): Promise<void> => {
    const whole = Buffer.from(bytes as string)
    if (cut) held.push(whole)
    else if (whole.length > 0) await flushed(response, whole)
  }
  await write(encoder.begin())
  for (const step of steps) {
    const isOver = await perform(step, { response, encoder, write })
    if (isOver) return
  }
  await write(encoder.done())
  for (const piece of cut?.(Buffer.concat(held)) ?? []) await flushed(response, piece)
  response.end()
}

interface Act {
  readonly response: ServerResponse
  readonly encoder: Encoder
  readonly write: (bytes: Uint8Array | string) => Promise<void>
}

/** True when nothing may follow. */
async function perform(step: FaultStep, { response, encoder, write }: Act): Promise<boolean> {
  if (step === 'destroy') response.destroy()
  else if (step === 'end') response.end()
  if (typeof step === 'string') return true
  if ('status' in step) throw new TypeError('a status can only be the first step of an answer')
  if ('wait' in step) {
    if (step.wait === 'for-ever') return true
    await step.wait
    return response.destroyed
  }
  await write('raw' in step ? step.raw : encoder.say(step))
  return response.destroyed
}

/** Written and handed to the socket: the next piece cannot join this one. */
async function flushed(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  response.write(bytes, () => resolve())
  await promise
}

/** Cuts a body in two at one place. */
export function cutAt(offset: number): (body: Uint8Array) => readonly Uint8Array[] {
  return (body) => [body.subarray(0, offset), body.subarray(offset)].filter((piece) => piece.length > 0)
}

/** Cuts a body into single bytes. */
export function cutEveryByte(body: Uint8Array): readonly Uint8Array[] {
  return Array.from(body, (_, at) => body.subarray(at, at + 1))
}

/** A `fetch` whose answers come in other pieces than they were sent in. */
export function cutFetch(over: typeof fetch, cut: (body: Uint8Array) => readonly Uint8Array[]): typeof fetch {
  return async (input, init) => {
    const response = await over(input, init)
    const pieces = cut(new Uint8Array(await response.arrayBuffer()))
    const body = ReadableStream.from(pieces) as ReadableStream<Uint8Array<ArrayBuffer>>
    return new Response(body, { status: response.status, headers: response.headers })
  }
}
