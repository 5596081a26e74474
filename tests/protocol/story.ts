import type { EventDraft, IdOf } from '#protocol'
import { parseAgentId } from '#protocol'
import {
  draft,
  finished,
  requested,
  reserved,
  started,
  subtask,
  taskResult,
  usage,
  working,
} from './scene.ts'

export const weather = parseAgentId('weather')

/** A request that was answered with one delegation, whose agent used one tool and was given the words of an earlier answer. */
export function story() {
  const stage = working()
  const id = stage.id
  const top = { ...stage.run, agentId: parseAgentId('planner') }
  const ids = {
    earlier: id('message'),
    delegation: id('call'),
    child: id('task'),
    childRun: id('run'),
    lookup: id('call'),
    childAnswer: id('message'),
    answer: id('message'),
    block: id('block'),
  }
  const below = { taskId: ids.child, runId: ids.childRun, agentId: weather }
  const said = (messageId: IdOf['message'], run: typeof below, references: readonly string[]): EventDraft => {
    const visibility = run === below ? ('internal' as const) : ('user' as const)
    const payload = {
      ...{ messageId, agentId: run.agentId, role: 'agent' as const, contentType: 'text', round: 1 },
      ...{ payload: { text: 'It rains.' }, visibility, references },
    }
    return draft('message.posted', payload, { taskId: run.taskId, runId: run.runId, visibility })
  }
  const turn = (runId: IdOf['run'], call: number, callId?: IdOf['call']): EventDraft[] => {
    const parts = callId
      ? ([{ type: 'call', callId, tool: 'look', argumentsText: '{}' }] as const)
      : ([{ type: 'text', text: 'It rains.' }] as const)
    const rest = { attempt: 1, model: 'm', finish: 'stop', usage, latencyMs: 1 } as const
    const slice = { kind: 'memory', id: ids.block, tokens: 1, why: 'by tag' } as const
    return [
      draft('context.assembled', { runId, call, included: [slice], excluded: [], totalTokens: 1 }),
      draft('model.requested', { runId, call, attempt: 1, model: 'm', estimate: 1, reserve: 0 }),
      draft('model.completed', { runId, call, parts, ...rest }),
    ]
  }
  const asks = (runId: IdOf['run'], callId: IdOf['call']): EventDraft[] => [
    requested(runId, callId),
    draft('tool.started', { runId, callId }),
  ]
  const block = {
    namespace: 'team',
    namespaceId: 'test',
    tags: [],
    visibility: 'public',
    content: 'x',
  } as const
  stage.record(
    draft('memory.written', { blockId: ids.block, ...block, sources: [], version: 1 }),
    said(ids.earlier, top, []),
    ...turn(top.runId, 1, ids.delegation),
    ...asks(top.runId, ids.delegation),
  )
  const injections = [
    { sourceAgent: top.agentId, round: 1, messageId: ids.earlier, content: 'Boats', fence: 'f' },
  ]
  const child = subtask({ ...below, parentTaskId: stage.root })
  stage.record(
    { ...child, payload: { ...child.payload, callId: ids.delegation } } as EventDraft,
    reserved(below),
    draft('context.injected', { ...below, by: 'rules', injections }),
    started(below),
    draft('task.started', { taskId: below.taskId }),
    ...turn(below.runId, 1, ids.lookup),
    ...asks(below.runId, ids.lookup),
    draft('tool.completed', {
      ...{ runId: below.runId, callId: ids.lookup, latencyMs: 1 },
      result: { text: 'rain', source: 'https://weather.example/2026-01-01', facts: [] },
    }),
    ...turn(below.runId, 2),
    said(ids.childAnswer, below, [ids.lookup]),
    finished(below),
    draft('task.completed', { taskId: below.taskId, result: { ...taskResult, messageId: ids.childAnswer } }),
  )
  stage.record(
    draft('tool.completed', {
      ...{ runId: top.runId, callId: ids.delegation, latencyMs: 1 },
      result: { text: 'It rains.', source: ids.childAnswer },
    }),
    ...turn(top.runId, 2),
    said(ids.answer, { ...top }, [ids.delegation]),
    finished(stage.run),
    draft('task.completed', { taskId: stage.root, result: { ...taskResult, messageId: ids.answer } }),
  )
  return { ...stage, ids, top, below }
}
