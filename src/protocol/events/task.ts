import { z } from 'zod'
import type { Frozen } from '../frozen.ts'
import { agentId, fact, fault, id, instant, json, waitingFor } from './parts.ts'

const taskId = id('task')

/** What a finished task hands to whoever gave it. Extracted from the log, never generated. */
export const taskResult = z.object({
  answer: z.string().describe('the last answer, cut at 1,000 graphemes'),
  messageId: id('message').optional(),
  structured: json.optional().describe('present when an output schema was asked for and met'),
  facts: z.array(fact),
  filesChanged: z.array(z.string()),
  turns: z.int().nonnegative(),
  toolCalls: z.int().nonnegative(),
  tokens: z.int().nonnegative(),
})
export type TaskResult = Frozen<z.infer<typeof taskResult>>

/** task.*: one goal; tasks form a tree. */
export const taskEvents = {
  'task.created': z.object({
    taskId,
    parentTaskId: taskId.optional(),
    goal: z.string(),
    assignees: z.array(agentId),
    round: z.int().positive(),
    depth: z.int().nonnegative().describe('0 for the task a user turn opens'),
    constraints: z.string().optional(),
    labels: z.array(z.string()),
    dependsOn: z.array(taskId),
    callId: id('call').optional().describe('the delegating call'),
    messageId: id('message').optional().describe('the user message that opened it'),
    background: z.boolean().optional().describe('the parent goes on and is woken by a report'),
    expectedOutput: json.optional().describe('JSON Schema of a structured result'),
  }),
  'task.started': z.object({ taskId }),
  'task.waiting': z.object({ taskId, waitingFor }),
  'task.resumed': z.object({ taskId }),
  'task.completed': z.object({ taskId, result: taskResult }),
  'task.failed': z.object({ taskId, error: fault, result: taskResult.optional() }),
  'task.cancelled': z.object({ taskId }),
  'task.retried': z.object({
    taskId,
    attempt: z.int().positive(),
    agentId: agentId.optional(),
    instruction: z.string().optional(),
  }),
  'task.reassigned': z.object({ taskId, assignees: z.array(agentId) }),
  'task.staled': z.object({ taskId, because: taskId }),
} as const

/** run.*: one agent on one attempt of one task. */
const run = { runId: id('run'), taskId, agentId, attempt: z.int().positive() }
export const runEvents = {
  'run.reserved': z.object({
    ...run,
    path: z.array(agentId).describe('agents from the root of the tree down to this one'),
    parentRunId: id('run').optional(),
    maxTokens: z.int().positive().optional(),
    deadline: instant.optional().describe('wall-clock end of the run'),
  }),
  'run.started': z.object(run),
  'run.waiting': z.object({ ...run, waitingFor }),
  'run.resumed': z.object(run),
  'run.completed': z.object({ ...run, turns: z.int().nonnegative(), messageId: id('message').optional() }),
  'run.failed': z.object({ ...run, error: fault, budgetExhausted: z.boolean().optional() }),
  'run.cancelled': z.object(run),
} as const
