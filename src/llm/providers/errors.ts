import { cutText } from '#protocol'
import { ModelError, type ModelErrorCode } from '../model.ts'

export interface ErrorPlace {
  /** `provider/model`. */
  readonly name: string
  /** Where the key comes from, for the advice. */
  readonly keyName: string | undefined
  /** Removes known secrets. */
  readonly redact: (text: string) => string
  readonly now: () => number
}

/** What the libraries throw and what providers put into streams, reduced to the fields that tell them apart. */
interface Shape {
  readonly name: string
  readonly message: string
  readonly status: number | undefined
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly isRetryable: boolean | undefined
  readonly isNetwork: boolean
}

interface Kind {
  readonly code: ModelErrorCode
  readonly retryable: boolean
}

/**
 * A ModelError for whatever came out of a provider. The message is made anew: neither the prompt nor a header of the
 * request, which the libraries keep in their errors, gets through.
 */
export function fromProvider(thrown: unknown, place: ErrorPlace): ModelError {
  if (thrown instanceof ModelError) return thrown
  const shape = shapeOf(thrown)
  const kind = kindOf(shape)
  const status = shape.status === undefined || shape.status < 300 ? '' : ` (status ${shape.status})`
  const advice = adviceFor(kind.code, shape, place)
  const said = cutText(place.redact(shape.message), { graphemes: 500, ellipsis: '…' })
  const retryAfterMs = kind.retryable ? retryAfter(shape, place.now()) : undefined
  return new ModelError(kind.code, `${place.name}: ${said}${status}${advice}`, {
    retryable: kind.retryable,
    retryAfterMs,
  })
}

function adviceFor(code: ModelErrorCode, { status }: Shape, { keyName }: ErrorPlace): string {
  if (code === 'auth' && keyName) return `; check the key in ${keyName}`
  if (code !== 'unconfigured') return ''
  return status === 404
    ? '; check the name of the model and the address'
    : '; the address redirects: set the final one'
}

function kindOf(shape: Shape): Kind {
  const { status } = shape
  const text = `${shape.message} ${shape.body}`
  if (status !== undefined && status >= 300 && status < 400) return { code: 'unconfigured', retryable: false }
  if (overflow.test(text) && status !== 429) return { code: 'context_overflow', retryable: false }
  if (status !== undefined && status >= 400) return kindOfStatus(status, text)
  if (shape.isNetwork) return { code: 'connection', retryable: true }
  if (unreadable.has(shape.name)) return { code: 'incomplete', retryable: true }
  const named = byText.find(([pattern]) => pattern.test(text))
  if (named) return named[1]
  return { code: 'unknown', retryable: shape.isRetryable ?? false }
}

const overflow =
  /context[ _-]?(?:length|window|size|limit)|maximum context|prompt is too long|input is too long|too many (?:input )?tokens|exceeds? the (?:maximum|available) (?:number of tokens|context|input)|reduce the length|input token count/i
const spent = /insufficient_quota|billing_hard_limit|credit balance is too low|account is not active/i
const filtered = /content[ _-]?(?:filter|policy|management)|data_inspection_failed|safety system/i

function kindOfStatus(status: number, text: string): Kind {
  if (status === 401 || status === 403) return { code: 'auth', retryable: false }
  if (status === 402 || spent.test(text)) return { code: 'rate_limited', retryable: false }
  if (status === 429) return { code: 'rate_limited', retryable: true }
  if (status === 408 || status === 409 || status === 425) return { code: 'connection', retryable: true }
  if (status >= 500) return { code: 'overloaded', retryable: status !== 501 }
  if (filtered.test(text)) return { code: 'content_filter', retryable: false }
  if (status === 404) return { code: 'unconfigured', retryable: false }
  return { code: 'invalid_request', retryable: false }
}

/** Libraries' names for an answer that could not be read to its end. */
const unreadable = new Set([
  'AI_JSONParseError',
  'AI_TypeValidationError',
  'AI_InvalidResponseDataError',
  'AI_EmptyResponseBodyError',
  'AI_NoContentGeneratedError',
])

/** What errors inside a stream say, most telling first. */
const byText: readonly (readonly [RegExp, Kind])[] = [
  [spent, { code: 'rate_limited', retryable: false }],
  [filtered, { code: 'content_filter', retryable: false }],
  [
    /overloaded|capacity|unavailable|server[ _]?error|internal|bad gateway|try again/i,
    { code: 'overloaded', retryable: true },
  ],
  [
    /rate[ _-]?limit|too many requests|resource_exhausted|throttl/i,
    { code: 'rate_limited', retryable: true },
  ],
  [/time[d]?[ _-]?out|connection|socket|network|terminated/i, { code: 'connection', retryable: true }],
  [/api[ _-]?key|authentication|permission|unauthorized/i, { code: 'auth', retryable: false }],
  [/invalid[ _]?request|invalid[ _]argument|bad request/i, { code: 'invalid_request', retryable: false }],
]

const networkCode = /^(?:E[A-Z]+|UND_ERR_[A-Z_]+|ConnectionRefused|ConnectionClosed|FailedToOpenSocket)$/
const networkText = /fetch failed|terminated|other side closed|socket hang up|premature close|network/i

function shapeOf(thrown: unknown): Shape {
  const fields = recordOf(thrown)
  const inner = recordOf(fields['error'])
  const said = [fields['message'], inner['message']].find(
    (text): text is string => typeof text === 'string' && text !== '',
  )
  const marks = [fields['type'], fields['code'], inner['type'], inner['code'], inner['status']].filter(
    (mark) => mark !== undefined && mark !== null,
  )
  return {
    name: typeof fields['name'] === 'string' ? fields['name'] : '',
    message: said ?? (typeof thrown === 'string' ? thrown : 'the provider gave no reason'),
    status: statusOf(fields) ?? statusOf(inner),
    body: `${typeof fields['responseBody'] === 'string' ? fields['responseBody'].slice(0, 4_000) : ''} ${marks.map(String).join(' ')}`,
    headers: headersOf(fields['responseHeaders']),
    isRetryable: typeof fields['isRetryable'] === 'boolean' ? fields['isRetryable'] : undefined,
    isNetwork: isNetwork(thrown),
  }
}

/** Some streams carry the status as a field of the error they report. */
function statusOf(fields: Readonly<Record<string, unknown>>): number | undefined {
  const found = [fields['statusCode'], fields['code'], fields['status']].map(Number)
  return found.find((status) => Number.isInteger(status) && status >= 100 && status < 600)
}

function headersOf(headers: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(recordOf(headers)).map(([name, value]) => [name.toLowerCase(), String(value)]),
  )
}

function isNetwork(thrown: unknown): boolean {
  const seen = new Set<unknown>()
  for (let error = thrown; error instanceof Error && !seen.has(error); error = error.cause) {
    seen.add(error)
    const { code } = error as { readonly code?: unknown }
    if (typeof code === 'string' && networkCode.test(code)) return true
    if (error.name === 'AbortError' || error.name === 'TimeoutError') return true
    if (error instanceof TypeError && networkText.test(error.message)) return true
  }
  return false
}

/** The wait a provider asks for: milliseconds, seconds, a date, or a delay named in the body. */
function retryAfter({ headers, body }: Shape, now: number): number | undefined {
  const ms = Number(headers['retry-after-ms'] ?? Number.NaN)
  if (ms >= 0) return ms
  const after = headers['retry-after']?.trim()
  if (after !== undefined && after !== '') {
    const seconds = Number(after)
    if (seconds >= 0) return seconds * 1_000
    const wait = Date.parse(after) - (Date.parse(headers['date'] ?? '') || now)
    if (!Number.isNaN(wait)) return Math.max(0, wait)
  }
  const named = /"retryDelay"\s*:\s*"([0-9.]+)s"/.exec(body)?.[1]
  return named === undefined ? undefined : Number(named) * 1_000
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}
