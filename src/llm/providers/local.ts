/** A model server on this machine, found by asking the port it usually has. */
export interface LocalServer {
  /** The provider to name in a model's name, as in `ollama/qwen3`. */
  readonly provider: string
  readonly baseURL: string
  readonly models: readonly string[]
}

/** Where model servers listen unless they are told otherwise. All speak the OpenAI format below `/v1`. */
export const localPorts = { ollama: 11_434, lmstudio: 1_234, vllm: 8_000, 'llama-server': 8_080 } as const

/** The address of a local server's API. */
export function localBaseURL(port: number): string {
  return `http://127.0.0.1:${port}/v1`
}

const answerMs = 500
const maxModels = 200

/** Asks the usual ports of this machine for their models. A port that is silent, slow or something else is left out. */
export async function findLocalServers(
  ask: typeof fetch,
  signal: AbortSignal,
): Promise<readonly LocalServer[]> {
  const asked = Object.entries(localPorts).map(([provider, port]) =>
    askPort(provider, localBaseURL(port), { ask, signal }),
  )
  const found = await Promise.all(asked)
  signal.throwIfAborted()
  return found.filter((server) => server !== undefined)
}

async function askPort(
  provider: string,
  baseURL: string,
  { ask, signal }: { readonly ask: typeof fetch; readonly signal: AbortSignal },
): Promise<LocalServer | undefined> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(answerMs)])
    const response = await ask(`${baseURL}/models`, { signal: limit, redirect: 'error' })
    if (!response.ok) return undefined
    const models = modelsOf(await response.json())
    return models && { provider, baseURL, models }
  } catch {
    // Nobody there, or somebody who speaks something else: not a model server, which is all that is asked.
    return undefined
  }
}

function modelsOf(answer: unknown): readonly string[] | undefined {
  const { data } = (answer ?? {}) as { readonly data?: unknown }
  if (!Array.isArray(data)) return undefined
  const ids = data.map((model: unknown) => (model as { readonly id?: unknown } | null)?.id)
  return ids.filter((id): id is string => typeof id === 'string').slice(0, maxModels)
}
