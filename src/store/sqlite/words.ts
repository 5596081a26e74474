/**
 * The words of stored bodies that have a code. A word ending in `:` is a key. The place in the list is the code, and
 * codes are in every stored row: append new words at the end of the second list, never change or remove one. The words
 * are those of the event language as it was when the codes were given out; a word without a code is stored as it is.
 */
const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Codes of one byte. */
export const shortWords = words(`
  type: actor: kind: id: agent taskId: runId: payload: agentId: attempt: call: callId: tokens: why:
  model: text: system reason: messageId: tool: round: source:
`)

/** Codes of two bytes. */
export const longWords = words(`
  session.created session.renamed session.paused session.resumed session.completing session.closed
  session.reopened session.forked task.created task.started task.waiting task.resumed task.completed
  task.failed task.cancelled task.retried task.reassigned task.staled run.reserved run.started
  run.waiting run.resumed run.completed run.failed run.cancelled message.posted letter.sent
  letter.answered letter.expired report.received handoff.made handoff.refused context.injected
  context.assembled model.requested model.completed model.failed model.discarded election.decided
  plan.decided budget.reserved budget.settled budget.truncated budget.raised budget.exhausted
  loop.suspected loop.broken loop.reset fact.recorded tool.requested tool.started tool.completed
  tool.failed tool.refused tool.unknown approval.requested approval.granted approval.denied
  approval.expired question.asked question.answered question.expired file.changed artifact.stored
  memory.written memory.read memory.refused memory.granted memory.revoked memory.forgotten knowledge.kept
  title: teamId: ownerId: teamDigest: from: upTo: parentTaskId: goal: assignees: depth: constraints:
  labels: dependsOn: background: expectedOutput: waitingFor: ids: until: result: answer: structured:
  facts: slot: value: unit: filesChanged: turns: toolCalls: error: code: message: detail: instruction:
  because: path: parentRunId: maxTokens: deadline: budgetExhausted: role: contentType: visibility:
  references: to: partial: meta: toolsUsed: latencyMs: freshInput: cacheRead: cacheWrite: output:
  reasoning: raw: letterId: correlationId: body: fence: evidence: by: injections: sourceAgent: content:
  slots: excluded: totalTokens: estimate: reserve: parts: providerMetadata: argumentsText: finish:
  rawFinish: candidates: score: reasons: rejected: steps: reserved: droppedTokens: keptIds: limit: used:
  wanted: period: repeats: turn: arguments: key: effect: repaired: data: blob: hash: sizeBytes:
  mediaType: preview: approvalId: digest: risk: expiresAt: scope: questionId: about: choices: label:
  schema: fallback: before: after: name: blockId: namespace: namespaceId: tags: ownerAgent: sources:
  version: blockIds: namespaces: approval question task report timer remote capability user tool internal
  reported estimated task_assign task_result request_clarification request_approval note TaskCompleted
  NeedHelp FatalError model rules memory conversation summary injection query tools notice text reasoning
  call stop length content-filter tool-calls error interrupted other score pure idempotent reconcilable
  unsafe none low high once session ask unknown-effect loop budget team public private v: at: eventId:
  markdown code json string object number boolean properties: required: application/json text/plain
  completed
  prevEvents: usage: included:
`)

/** Sentences that the runtime writes again and again; their codes follow those of the long words. Append only. */
export const phrases = [
  'identity and permissions',
  'older rounds, as extracts',
  'own conversation',
  'the current request',
  'older than the window; kept in the archive',
  'the user asked',
  'coordinator of the team',
  'goals above this task',
  'tool output dropped to stay in budget',
  'past round dropped to stay in budget',
  'runtime',
  'engine',
  'policy',
  'clock',
  'local',
]

/** Text that most events have: longer ones first. Each begins with a comma and holds whole strings. Append only. */
export const fragments = [
  ',"prevEvents":[],"visibility":"internal","payload":{"runId":',
  ',"prevEvents":[],"visibility":"internal","payload":{"taskId":',
  ',"prevEvents":[],"visibility":"internal","payload":{',
  ',"visibility":"internal","payload":{"runId":',
  ',"visibility":"internal","payload":{',
  ',"actor":{"kind":"agent","id":',
  ',"actor":{"kind":"system","id":',
  ',"actor":{"kind":"tool","id":',
  ',"actor":{"kind":"user","id":',
]
