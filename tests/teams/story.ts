import assert from 'node:assert/strict'
import type { AgentSpec, TeamSpec } from '#agents'
import { type ModelRequest, offlineModel } from '#llm'
import { parseAgentId, type SessionEvent } from '#protocol'
import { openRuntime, type Runtime, type SessionHandle } from '#runtime'
import type { Store } from '#store'
import { findTeam, loadTeam } from '#teams'
import { compared, fakeClock } from '#testing'
import { beijingTools } from '../../src/teams/beijing/tools.ts'

/** The shipped Beijing team with a network that is never asked. */
export async function beijingTeam(): Promise<TeamSpec> {
  const found = findTeam('beijing')
  assert.ok(found.ok)
  const { team, problems } = await loadTeam(found.path, { env: {} })
  assert.deepEqual(problems, [])
  assert.ok(team)
  const tools = beijingTools({ live: false, fetch: () => assert.fail('the network was asked') })
  const offline = (agent: AgentSpec): AgentSpec => ({
    ...agent,
    tools: agent.tools.map((tool) => tools.find(({ name }) => name === tool.name) ?? tool),
  })
  return { ...team, agents: new Map([...team.agents].map(([id, agent]) => [id, offline(agent)])) }
}

/** Noon in Beijing on a day in May. */
const may = Date.UTC(2026, 4, 16, 4)

/** A runtime of one team on the offline rules, so much later; `requests` gets what the model is asked. */
export function offlineRuntime(
  team: TeamSpec,
  store: Store,
  requests: ModelRequest[] = [],
  laterMs = 0,
): Runtime {
  const model = offlineModel()
  const kept = {
    ...model,
    stream: (...[request, call]: Parameters<typeof model.stream>) => {
      requests.push({ ...request, messages: [...request.messages] })
      return model.stream(request, call)
    },
  }
  return openRuntime({ store, teams: [team], clock: fakeClock(may + laterMs), models: async () => kept })
}

/** Asks one round after another and gives back the answers. */
export async function play(
  runtime: Runtime,
  store: Store,
  rounds: readonly string[],
): Promise<{ readonly session: SessionHandle; readonly answers: readonly string[] }> {
  const session = compared(await runtime.create({ title: 'a weekend' }), store)
  const answers: string[] = []
  for (const round of rounds) answers.push(await ask(session, round))
  return { session, answers }
}

/** Asks and waits for the answer. */
export async function ask(session: SessionHandle, text: string): Promise<string> {
  const { taskId } = await session.post(text)
  const task = await session.settled(taskId)
  assert.equal(task.status, 'done', `${text}: ${JSON.stringify(task)}`)
  return task.result?.answer ?? ''
}

/** Which agents were called below the coordinator, and with what of whose words, in order. */
export function delegations(events: readonly SessionEvent[]) {
  return events.flatMap((event) => {
    if (event.type !== 'run.reserved' || event.payload.path.length < 2) return []
    const { runId, agentId } = event.payload
    const given = events.flatMap((other) =>
      other.type === 'context.injected' && other.payload.runId === runId ? other.payload.injections : [],
    )
    return [{ agentId, given: given.map(({ sourceAgent, content }) => ({ sourceAgent, content })) }]
  })
}

/** What an agent answered, run by run. */
export function answersOf({ view }: SessionHandle, agent: string): readonly string[] {
  return (view.runsOfAgent.get(parseAgentId(agent)) ?? []).map((runId) => {
    const taskId = view.runs.get(runId)?.taskId
    return (taskId && view.tasks.get(taskId)?.result?.answer) ?? ''
  })
}
