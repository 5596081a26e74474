import type { AgentSpec, PlanStep, RunContext } from '#agents'
import { estimateTokens, inputTokens } from '#llm'
import { type Run, rootOf } from '#protocol'
import type { OpenModel } from './models.ts'
import type { Workshop } from './workshop.ts'

interface Parts {
  readonly run: Run
  readonly spec: AgentSpec
  readonly model: OpenModel
  readonly signal: AbortSignal
  readonly plan?: readonly PlanStep[] | undefined
}

/** Everything one run may touch, and nothing else. */
export function runContext(shop: Workshop, { run, spec, model, signal, plan }: Parts): RunContext {
  const { log, clock, store, newId, fence } = shop
  const { runId, taskId, attempt } = run
  return {
    sessionId: shop.sessionId,
    taskId,
    rootTaskId: rootOf(log.view, taskId),
    runId,
    attempt,
    path: run.path,
    agent: spec,
    team: shop.team,
    view: log.view,
    model: model.port,
    signal,
    now: () => clock.now(),
    newId,
    fence,
    until: (condition) => log.until(condition, signal),
    after: (ms, action) => clock.after(ms, action),
    progress: (callId, text) =>
      log.signal({
        kind: 'signal',
        runId,
        taskId,
        agentId: spec.id,
        signal: { type: 'progress', callId, text },
      }),
    keep: (bytes, mediaType) => store.blobs.put(bytes, mediaType),
    fetchBlob: (hash) => store.blobs.get(hash),
    tokens: estimateTokens,
    calibrated: (estimated) => model.gauge.planned(estimated),
    calibrate: (estimated, usage) => model.gauge.learn(estimated, inputTokens(usage)),
    ...(plan ? { plan } : {}),
  }
}
