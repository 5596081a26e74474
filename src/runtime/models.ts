import { type ModelPort, TokenGauge } from '#llm'

/** Opens models by the names that teams use. Throws ModelError('unconfigured') that says what is missing. */
export type ModelSource = (name: string) => Promise<ModelPort>

/** A model with what was learnt of its token counts. */
export interface OpenModel {
  readonly port: ModelPort
  readonly gauge: TokenGauge
}

/** Opens each model once, so that its token gauge learns over all runs. */
export interface ModelShelf {
  /** The model when it is open already: no wait on the way to a call. */
  known(name: string): OpenModel | undefined
  open(name: string): Promise<OpenModel>
}

/** A shelf over a source of models. */
export function modelShelf(source: ModelSource): ModelShelf {
  const opened = new Map<string, OpenModel>()
  return {
    known: (name) => opened.get(name),
    async open(name) {
      const known = opened.get(name)
      if (known) return known
      const fresh = { port: await source(name), gauge: new TokenGauge() }
      opened.set(name, fresh)
      return fresh
    },
  }
}
