/** What a provider demands of a request beyond its format. */
export interface ProviderRules {
  readonly provider: string
  readonly maxTools: number
  readonly maxSchemaBytes: number
  readonly maxCallIdChars: number
  /** Beginnings of the media types it takes besides text. Empty: text only. */
  readonly media: readonly string[]
  readonly firstIsUser: boolean
  /** False where an answer's beginning may be put into the model's mouth. */
  readonly lastIsNotAssistant: boolean
  readonly arraysNeedItems: boolean
  readonly requiredMustExist: boolean
  readonly propertyKey?: RegExp
  /** Input tokens; overrides what the model says of itself. */
  readonly contextWindow?: number
}

const common = {
  maxTools: 128,
  maxSchemaBytes: 64 * 1024,
  maxCallIdChars: 64,
  firstIsUser: false,
  lastIsNotAssistant: false,
  arraysNeedItems: true,
  requiredMustExist: false,
} as const

/** OpenAI, and the servers that speak like it. */
export const openaiRules: ProviderRules = {
  ...common,
  provider: 'openai',
  media: ['image/', 'application/pdf', 'audio/'],
}

/** A server known only by its format: pictures are refused until configuration says otherwise. */
export const compatibleRules: ProviderRules = { ...common, provider: 'openai-compatible', media: [] }

export const anthropicRules: ProviderRules = {
  ...common,
  provider: 'anthropic',
  media: ['image/', 'application/pdf'],
  firstIsUser: true,
  lastIsNotAssistant: true,
  arraysNeedItems: false,
  propertyKey: /^[a-zA-Z0-9_.-]{1,64}$/,
}

export const googleRules: ProviderRules = {
  ...common,
  provider: 'google',
  media: ['image/', 'application/pdf', 'audio/', 'video/'],
  firstIsUser: true,
  lastIsNotAssistant: true,
  requiredMustExist: true,
}

/** Everything that any of the three refuses: a request that passes can go to each of them. */
export const strictRules: ProviderRules = {
  ...anthropicRules,
  provider: 'every provider',
  media: [],
  arraysNeedItems: true,
  requiredMustExist: true,
}
