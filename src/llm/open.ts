import { type AttemptLimits, withAttempts } from './attempt.ts'
import type { CallClock } from './clock.ts'
import { ModelError, type ModelPort } from './model.ts'
import { redactor, type Secret, secretFromEnv } from './secret.ts'
import { withRules } from './with-rules.ts'

export interface OpenOptions {
  /** Keys and addresses come from here and from nowhere else. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: CallClock
  readonly fetch?: typeof fetch
  /** Makes the models that need no provider, by name: `offline`. */
  readonly builtIn?: Readonly<Record<string, () => ModelPort | Promise<ModelPort>>>
  readonly contextWindow?: number
  /** Media types the model takes, when it takes others than its provider is known for. */
  readonly media?: readonly string[]
  readonly limits?: Partial<AttemptLimits>
}

/**
 * The model a configuration names: `provider/model`, or a built-in name. Ready to use: its requests are checked, its
 * tries repeated where that helps. Throws ModelError('unconfigured') that says which name is unknown or which
 * environment variable is missing. The provider's library is loaded here, on first use, and nowhere else.
 */
export async function openModel(name: string, options: OpenOptions): Promise<ModelPort> {
  const builtIn = options.builtIn
  const make = builtIn && Object.hasOwn(builtIn, name) ? builtIn[name] : undefined
  if (make) return make()
  const [{ adapted }, { providers }, { transport }] = await Promise.all([
    import('./providers/adapter.ts'),
    import('./providers/table.ts'),
    import('./providers/transport.ts'),
  ])
  const known = [...Object.keys(builtIn ?? {}), ...Object.keys(providers).map((each) => `${each}/…`)]
  const { providerName, modelId } = split(name, known)
  const provider = Object.hasOwn(providers, providerName) ? providers[providerName] : undefined
  if (!provider) throw unknown(name, known)
  const key = keyFor(name, provider, options.env)
  const baseURL = baseUrlFor(name, provider, options.env)
  const wire = transport(options.fetch ?? fetch)
  const port = adapted({
    name,
    model: await provider.load({ modelId, baseURL, key, fetch: wire.fetch }),
    contextWindow: options.contextWindow,
    metadataKey: provider.metadataKey,
    callIds: provider.callIds ?? 'ours',
    takesAnyReasoning: provider.takesAnyReasoning ?? false,
    providerOptions: provider.providerOptions,
    keyName: provider.keyEnv ?? undefined,
    redact: redactor(key ? [key] : []),
    now: () => options.clock.now(),
    onLifeOf: wire.onLifeOf,
  })
  const rules = options.media ? { ...provider.rules, media: options.media } : provider.rules
  return withRules(withAttempts(port, options.clock, options.limits), rules)
}

interface Keyed {
  readonly keyEnv: string | null
  readonly keyIsOptional?: boolean
  readonly baseURL?: string
  readonly baseUrlEnv: string
}

function split(
  name: string,
  known: readonly string[],
): { readonly providerName: string; readonly modelId: string } {
  const slash = name.indexOf('/')
  if (slash <= 0 || slash === name.length - 1) throw unknown(name, known)
  return { providerName: name.slice(0, slash), modelId: name.slice(slash + 1) }
}

function unknown(name: string, known: readonly string[]): ModelError {
  return new ModelError(
    'unconfigured',
    `no model is called ${JSON.stringify(name)}; wanted one of ${known.join(', ')}`,
  )
}

function keyFor(name: string, { keyEnv, keyIsOptional }: Keyed, env: OpenOptions['env']): Secret | undefined {
  if (keyEnv === null) return undefined
  const key = secretFromEnv(keyEnv, env)
  if (key || keyIsOptional) return key
  throw new ModelError('unconfigured', `${name} needs a key: set ${keyEnv} in the environment`)
}

function baseUrlFor(name: string, { baseURL, baseUrlEnv }: Keyed, env: OpenOptions['env']): string {
  const url = env[baseUrlEnv]?.trim() || baseURL
  if (url === undefined)
    throw new ModelError('unconfigured', `${name} needs an address: set ${baseUrlEnv} in the environment`)
  if (URL.canParse(url)) return url.replace(/\/+$/, '')
  throw new ModelError(
    'unconfigured',
    `${baseUrlEnv} is not an address: ${JSON.stringify(url)}; wanted something like http://127.0.0.1:8000/v1`,
  )
}
