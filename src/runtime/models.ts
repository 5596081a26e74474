import { type ModelPort, TokenGauge, withFallback } from '#llm'

/** Opens models by the names that teams use. Throws ModelError('unconfigured') that says what is missing. */
export type ModelSource = (name: string) => Promise<ModelPort>

/** A model with what was learnt of its token counts. */
export interface OpenModel {
  readonly port: ModelPort
  readonly gauge: TokenGauge
}

/** The models an agent uses: its own first, then those that stand in when it gives up. */
export interface ModelChoice {
  readonly model: string
  readonly fallbacks: readonly string[]
}

/** Opens each model once, so that its token gauge learns over all runs. */
export interface ModelShelf {
  /** The model when it is open already: no wait on the way to a call. */
  known(choice: ModelChoice): OpenModel | undefined
  open(choice: ModelChoice): Promise<OpenModel>
}

/** A shelf over a source of models. A fallback that cannot be opened is an error at once, not in the hour of need. */
export function modelShelf(source: ModelSource): ModelShelf {
  const ports = new Map<string, Promise<ModelPort>>()
  const chosen = new Map<string, OpenModel>()
  const portOf = (name: string): Promise<ModelPort> => {
    const known = ports.get(name)
    if (known !== undefined) return known
    const opening = source(name)
    ports.set(name, opening)
    opening.catch(() => ports.delete(name))
    return opening
  }
  const keyOf = ({ model, fallbacks }: ModelChoice): string =>
    fallbacks.length === 0 ? model : JSON.stringify([model, ...fallbacks])
  return {
    known: (choice) => chosen.get(keyOf(choice)),
    async open(choice) {
      const known = chosen.get(keyOf(choice))
      if (known) return known
      const first = await portOf(choice.model)
      const others = await Promise.all(choice.fallbacks.map(portOf))
      const port = others.length === 0 ? first : withFallback([first, ...others])
      const fresh = { port, gauge: new TokenGauge() }
      chosen.set(keyOf(choice), fresh)
      return fresh
    },
  }
}
