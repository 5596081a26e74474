import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider'
import {
  anthropicRules,
  compatibleRules,
  googleRules,
  openaiRules,
  type ProviderRules,
} from '../provider-rules.ts'
import type { Secret } from '../secret.ts'
import type { CallIdForm } from './call-ids.ts'
import { localBaseURL, localPorts } from './local.ts'

/** What a provider's library is opened with. */
export interface OpenSettings {
  readonly modelId: string
  readonly baseURL: string
  readonly key: Secret | undefined
  readonly fetch: typeof fetch
}

/** One provider: where it is, how its key is called, what it demands, and how its library is loaded. */
export interface Provider {
  /** Environment variable of the key; null where none is needed. */
  readonly keyEnv: string | null
  readonly keyIsOptional?: boolean
  readonly baseURL?: string
  /** Environment variable that moves the address, or gives it where there is no usual one. */
  readonly baseUrlEnv: string
  readonly rules: ProviderRules
  readonly metadataKey: string
  readonly callIds?: CallIdForm
  readonly takesAnyReasoning?: boolean
  readonly providerOptions?: SharedV4ProviderOptions
  load(settings: OpenSettings): Promise<LanguageModelV4>
}

/** Speaks the OpenAI chat format. Its library is the smallest of the four. */
function compatible(
  name: string,
  rest: Partial<Provider> & Pick<Provider, 'keyEnv' | 'baseUrlEnv'>,
): Provider {
  return {
    rules: { ...compatibleRules, provider: name },
    metadataKey: name,
    takesAnyReasoning: true,
    ...rest,
    load: async ({ modelId, baseURL, key, fetch }) => {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const apiKey = key ? { apiKey: () => Promise.resolve(key.reveal()) } : {}
      return createOpenAICompatible({ name, baseURL, fetch, includeUsage: true, ...apiKey }).chatModel(
        modelId,
      )
    },
  }
}

function local(name: keyof typeof localPorts, baseUrlEnv: string): Provider {
  return compatible(name, { keyEnv: null, baseUrlEnv, baseURL: localBaseURL(localPorts[name]) })
}

const openai = {
  keyEnv: 'OPENAI_API_KEY',
  baseURL: 'https://api.openai.com/v1',
  baseUrlEnv: 'OPENAI_BASE_URL',
  rules: openaiRules,
  metadataKey: 'openai',
} as const

async function loadOpenAI({
  baseURL,
  key,
  fetch,
}: OpenSettings): Promise<ReturnType<typeof import('@ai-sdk/openai')['createOpenAI']>> {
  const { createOpenAI } = await import('@ai-sdk/openai')
  return createOpenAI({ baseURL, fetch, apiKey: key?.reveal() ?? '' })
}

/** Every provider by the name that stands before the slash. A new one is a line here. */
export const providers: Readonly<Record<string, Provider>> = {
  openai: {
    ...openai,
    // Nothing is kept at the provider: our log is the truth, and call ids are ours, so what it stored could not be matched.
    providerOptions: { openai: { store: false } },
    load: async (settings) => (await loadOpenAI(settings)).responses(settings.modelId),
  },
  'openai-chat': { ...openai, load: async (settings) => (await loadOpenAI(settings)).chat(settings.modelId) },
  anthropic: {
    keyEnv: 'ANTHROPIC_API_KEY',
    baseURL: 'https://api.anthropic.com/v1',
    baseUrlEnv: 'ANTHROPIC_BASE_URL',
    rules: anthropicRules,
    metadataKey: 'anthropic',
    load: async ({ modelId, baseURL, key, fetch }) => {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({ baseURL, fetch, apiKey: key?.reveal() ?? '' })(modelId)
    },
  },
  google: {
    keyEnv: 'GOOGLE_GENERATIVE_AI_API_KEY',
    baseURL: 'https://generativelanguage.googleapis.com/v1beta',
    baseUrlEnv: 'GOOGLE_BASE_URL',
    rules: googleRules,
    metadataKey: 'google',
    load: async ({ modelId, baseURL, key, fetch }) => {
      const { createGoogle } = await import('@ai-sdk/google')
      return createGoogle({ baseURL, fetch, apiKey: key?.reveal() ?? '' })(modelId)
    },
  },
  ollama: local('ollama', 'OLLAMA_BASE_URL'),
  lmstudio: local('lmstudio', 'LMSTUDIO_BASE_URL'),
  vllm: local('vllm', 'VLLM_BASE_URL'),
  'llama-server': local('llama-server', 'LLAMA_SERVER_BASE_URL'),
  'openai-compatible': compatible('openai-compatible', {
    keyEnv: 'OPENAI_COMPATIBLE_API_KEY',
    keyIsOptional: true,
    baseUrlEnv: 'OPENAI_COMPATIBLE_BASE_URL',
  }),
  deepseek: compatible('deepseek', {
    keyEnv: 'DEEPSEEK_API_KEY',
    baseUrlEnv: 'DEEPSEEK_BASE_URL',
    baseURL: 'https://api.deepseek.com/v1',
  }),
  dashscope: compatible('dashscope', {
    keyEnv: 'DASHSCOPE_API_KEY',
    baseUrlEnv: 'DASHSCOPE_BASE_URL',
    baseURL: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
  }),
  moonshot: compatible('moonshot', {
    keyEnv: 'MOONSHOT_API_KEY',
    baseUrlEnv: 'MOONSHOT_BASE_URL',
    baseURL: 'https://api.moonshot.cn/v1',
  }),
  mistral: compatible('mistral', {
    keyEnv: 'MISTRAL_API_KEY',
    baseUrlEnv: 'MISTRAL_BASE_URL',
    baseURL: 'https://api.mistral.ai/v1',
    callIds: 'nine',
    takesAnyReasoning: false,
  }),
  openrouter: compatible('openrouter', {
    keyEnv: 'OPENROUTER_API_KEY',
    baseUrlEnv: 'OPENROUTER_BASE_URL',
    baseURL: 'https://openrouter.ai/api/v1',
  }),
}
