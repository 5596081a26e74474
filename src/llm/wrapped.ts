import type { ModelPort } from './model.ts'

/** The same model with another way to stream. */
export function wrapped(model: ModelPort, stream: ModelPort['stream']): ModelPort {
  return {
    name: model.name,
    ...(model.offline === undefined ? {} : { offline: model.offline }),
    ...(model.contextWindow === undefined ? {} : { contextWindow: model.contextWindow }),
    stream,
  }
}
