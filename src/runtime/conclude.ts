import { type RunOutcome, summarise } from '#agents'
import { cutText, type EventDraft, isFinal, type Run, type Task, type TaskResult } from '#protocol'
import { evidenceOf } from './evidence.ts'
import type { Workshop } from './workshop.ts'

/**
 * Writes how a run ended: the answer, its facts, the ends of run and task, and the report that wakes a parent which
 * did not wait. One append, so no reader ever sees half an ending. What is still live below it is stopped first.
 */
export function conclude(shop: Workshop, run: Run, outcome: RunOutcome): void {
  const { log } = shop
  const task = log.view.tasks.get(run.taskId)
  if (!task || isFinal(log.view.runs.get(run.runId)?.status ?? 'done')) return
  stopChildren(shop, task)
  const drafts =
    outcome.status === 'done' ? succeeded(shop, run, task, outcome) : failed(shop, run, task, outcome)
  const written = log.record([...drafts, ...reports(shop, run, task, outcome)])
  if (written.ok) return
  shop.report.warn('a run could not be concluded', { runId: run.runId, why: written.refusal.message })
  if (outcome.status === 'done') conclude(shop, run, unconcluded(written.refusal.message))
}

function unconcluded(message: string): RunOutcome {
  return { status: 'failed', error: { code: 'internal', message } }
}

function place(run: Run): Pick<EventDraft, 'actor' | 'taskId' | 'runId'> {
  return { actor: { kind: 'agent', id: run.agentId }, taskId: run.taskId, runId: run.runId }
}

function named({
  runId,
  taskId,
  agentId,
  attempt,
}: Run): Pick<Run, 'runId' | 'taskId' | 'agentId' | 'attempt'> {
  return { runId, taskId, agentId, attempt }
}

function stopChildren(shop: Workshop, task: Task): void {
  for (const taskId of task.children) {
    const child = shop.log.view.tasks.get(taskId)
    if (!child || isFinal(child.status)) continue
    shop.log.execute({
      command: { type: 'stop', target: { kind: 'task', taskId } },
      actor: { kind: 'system', id: 'runtime' },
      reason: 'the task above it ended',
    })
  }
}

function succeeded(
  shop: Workshop,
  run: Run,
  task: Task,
  outcome: Extract<RunOutcome, { status: 'done' }>,
): EventDraft[] {
  const { view } = shop.log
  const messageId = shop.newId('message')
  const { facts, references, tools, causes } = evidenceOf(view, run.runId)
  const visibility = task.depth === 0 ? 'user' : 'internal'
  const result: TaskResult = summarise(view, run.runId, {
    answer: outcome.answer,
    messageId,
    facts,
    ...(outcome.structured === undefined ? {} : { structured: outcome.structured }),
  })
  const turns = view.runs.get(run.runId)?.turns ?? 0
  return [
    {
      type: 'message.posted',
      ...place(run),
      visibility,
      prevEvents: causes,
      payload: {
        messageId,
        agentId: run.agentId,
        role: 'agent',
        contentType: 'text',
        payload: { text: outcome.answer },
        visibility,
        references,
        round: task.round,
        meta: { toolsUsed: tools },
      },
    },
    ...facts.map(
      (fact): EventDraft => ({
        type: 'fact.recorded',
        ...place(run),
        payload: { ...fact, agentId: run.agentId, taskId: run.taskId, messageId },
      }),
    ),
    { type: 'run.completed', ...place(run), payload: { ...named(run), turns, messageId } },
    { type: 'task.completed', ...place(run), payload: { taskId: run.taskId, result } },
  ]
}

function failed(
  shop: Workshop,
  run: Run,
  task: Task,
  outcome: Extract<RunOutcome, { status: 'failed' }>,
): EventDraft[] {
  const { view } = shop.log
  const { error, budgetExhausted } = outcome
  const result = summarise(view, run.runId, {
    answer: outcome.answer ?? '',
    facts: evidenceOf(view, run.runId).facts,
  })
  const flags = budgetExhausted ? { budgetExhausted } : {}
  const reason = error.message
  return [
    ...(task.depth === 0 ? [errorMessage(shop, run, task, error)] : []),
    { type: 'run.failed', ...place(run), reason, payload: { ...named(run), error, ...flags } },
    { type: 'task.failed', ...place(run), reason, payload: { taskId: run.taskId, error, result } },
  ]
}

function errorMessage(
  shop: Workshop,
  run: Run,
  task: Task,
  error: { readonly code: string; readonly message: string },
): EventDraft {
  return {
    type: 'message.posted',
    ...place(run),
    visibility: 'user',
    reason: error.message,
    payload: {
      messageId: shop.newId('message'),
      agentId: run.agentId,
      role: 'agent',
      contentType: 'error',
      payload: { code: error.code, message: error.message },
      visibility: 'user',
      references: [],
      round: task.round,
    },
  }
}

/** A background task reports to the run that gave it; the report is durable, whoever listens. */
function reports(shop: Workshop, run: Run, task: Task, outcome: RunOutcome): EventDraft[] {
  const parentRunId = run.parentRunId
  const parent = parentRunId && shop.log.view.runs.get(parentRunId)
  if (!task.background || !parent) return []
  const body =
    outcome.status === 'done' ? cutText(outcome.answer, { graphemes: 1_000 }) : outcome.error.message
  return [
    {
      type: 'report.received',
      actor: { kind: 'agent', id: run.agentId },
      taskId: parent.taskId,
      runId: parent.runId,
      payload: {
        from: run.agentId,
        to: parent.agentId,
        kind: outcome.status === 'done' ? 'TaskCompleted' : 'FatalError',
        taskId: run.taskId,
        body,
        fence: shop.fence(body),
      },
    },
  ]
}
