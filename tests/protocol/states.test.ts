import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type EventDraft,
  fold,
  type MachineName,
  type MoveFor,
  machines,
  nextState,
  type StateOf,
} from '#protocol'
import { placed } from '../../src/testing/given.ts'
import {
  asked,
  cancelled,
  draft,
  failedRun,
  finished,
  hold,
  opened,
  requested,
  reserved,
  resumed,
  type Scene,
  scene,
  started,
  taskResult,
  user,
  waiting,
  waitingFor,
  working,
} from './scene.ts'

/** A scene with one entity in the state, and the drafts that would move it. */
interface Cell<Machine extends MachineName> {
  readonly stage: Scene
  readonly stateNow: () => string | undefined
  readonly moves: { readonly [Move in MoveFor[Machine]]: EventDraft }
}
type Cells = {
  readonly [Machine in MachineName]: { readonly [State in StateOf[Machine]]: () => Cell<Machine> }
}

function session(...before: ('pause' | 'complete' | 'close')[]): Cell<'session'> {
  const stage = scene()
  stage.do({ type: 'create', payload: { title: 'A', teamId: 'test', ownerId: 'ana' } })
  for (const type of before) stage.do({ type })
  return {
    stage,
    stateNow: () => stage.view.session?.status,
    moves: {
      pause: draft('session.paused', {}),
      resume: draft('session.resumed', {}),
      complete: draft('session.completing', {}),
      close: draft('session.closed', {}),
      reopen: draft('session.reopened', {}),
    },
  }
}

function task(...before: MoveFor['task'][]): Cell<'task'> {
  const stage = opened()
  const taskId = stage.root
  const moves = {
    start: draft('task.started', { taskId }),
    wait: draft('task.waiting', { taskId, waitingFor: waitingFor }),
    resume: draft('task.resumed', { taskId }),
    finish: draft('task.completed', { taskId, result: taskResult }),
    fail: draft('task.failed', { taskId, error: { code: 'test', message: 'no' } }),
    cancel: draft('task.cancelled', { taskId }),
    retry: draft('task.retried', { taskId, attempt: 2 }),
  }
  for (const move of before) stage.record(moves[move])
  return { stage, stateNow: () => stage.view.tasks.get(taskId)?.status, moves }
}

function run(...before: MoveFor['run'][]): Cell<'run'> {
  const stage = opened()
  const of = { runId: stage.id('run'), taskId: stage.root }
  stage.record(reserved(of))
  const moves = {
    start: started(of),
    wait: waiting(of),
    resume: resumed(of),
    finish: finished(of),
    fail: failedRun(of),
    cancel: cancelled(of),
  }
  for (const move of before) stage.record(moves[move])
  return { stage, stateNow: () => stage.view.runs.get(of.runId)?.status, moves }
}

function held(): ReturnType<typeof working> &
  Record<'callId', ReturnType<typeof callId>> & {
    approvalId: ReturnType<typeof approvalId>
  } {
  const stage = working()
  const ids = { callId: callId(stage), approvalId: approvalId(stage) }
  stage.record(requested(stage.run.runId, ids.callId))
  stage.record(hold({ ...ids, ...stage.run }))
  return { ...stage, ...ids }
}
const callId = (stage: Scene) => stage.id('call')
const approvalId = (stage: Scene) => stage.id('approval')

function approval(...before: MoveFor['approval'][]): Cell<'approval'> {
  const { approvalId, ...stage } = held()
  const digest = 'sha256-shown'
  const by = { actor: user }
  const moves = {
    grant: draft('approval.granted', { approvalId, digest, scope: 'once' }, by),
    deny: draft('approval.denied', { approvalId, digest }, by),
    expire: draft('approval.expired', { approvalId, digest }),
  }
  for (const move of before) stage.record(moves[move])
  return { stage, stateNow: () => stage.view.approvals.get(approvalId)?.status, moves }
}

function question(...before: MoveFor['question'][]): Cell<'question'> {
  const stage = opened()
  const questionId = stage.id('question')
  stage.record(asked(questionId))
  const moves = {
    answer: draft('question.answered', { questionId, answer: 'Sunday' }, { actor: user }),
    expire: draft('question.expired', { questionId }),
  }
  for (const move of before) stage.record(moves[move])
  return { stage, stateNow: () => stage.view.questions.get(questionId)?.status, moves }
}

function call(...before: MoveFor['call'][]): Cell<'call'> {
  const stage = working()
  const { runId } = stage.run
  const ids = { runId, callId: stage.id('call') }
  const approvalId = stage.id('approval')
  const error = { code: 'test', message: 'no' }
  stage.record(requested(runId, ids.callId))
  const moves = {
    start: draft('tool.started', ids),
    hold: hold({ ...ids, approvalId }),
    refuse: draft('tool.refused', { ...ids, tool: 'pay', turn: 1, error }),
    complete: draft('tool.completed', { ...ids, result: { text: 'paid' }, latencyMs: 1 }),
    fail: draft('tool.failed', { ...ids, error, latencyMs: 1 }),
    lose: draft('tool.unknown', ids),
  }
  for (const move of before) {
    stage.record(moves[move])
    if (move === 'hold') stage.do({ type: 'decide', approvalId, decision: 'grant' })
  }
  const again = { ...moves, hold: hold({ ...ids, approvalId: stage.id('approval') }) }
  return { stage, stateNow: () => stage.view.calls.get(ids.callId)?.status, moves: again }
}

const cells: Cells = {
  session: {
    active: () => session(),
    paused: () => session('pause'),
    completing: () => session('complete'),
    closed: () => session('complete', 'close'),
  },
  task: {
    pending: () => task(),
    running: () => task('start'),
    waiting: () => task('start', 'wait'),
    done: () => task('start', 'finish'),
    failed: () => task('fail'),
    cancelled: () => task('cancel'),
  },
  run: {
    reserved: () => run(),
    running: () => run('start'),
    waiting: () => run('start', 'wait'),
    done: () => run('start', 'finish'),
    failed: () => run('fail'),
    cancelled: () => run('cancel'),
  },
  approval: {
    pending: () => approval(),
    granted: () => approval('grant'),
    denied: () => approval('deny'),
    expired: () => approval('expire'),
  },
  question: { open: () => question(), answered: () => question('answer'), expired: () => question('expire') },
  call: {
    requested: () => call(),
    held: () => call('hold'),
    started: () => call('start'),
    unknown: () => call('start', 'lose'),
    completed: () => call('start', 'complete'),
    failed: () => call('start', 'fail'),
    refused: () => call('refuse'),
  },
}

for (const machine of Object.keys(machines) as MachineName[]) describe(`a ${machine}`, () => rows(machine))

function rows<Machine extends MachineName>(machine: Machine): void {
  const states = cells[machine]
  for (const state of Object.keys(states) as StateOf[Machine][]) {
    const moves = Object.keys(states[state]().moves) as MoveFor[Machine][]
    for (const move of moves) row({ machine, state, move }, states[state])
  }
}

interface Place<Machine extends MachineName> {
  readonly machine: Machine
  readonly state: StateOf[Machine]
  readonly move: MoveFor[Machine]
}

function row<Machine extends MachineName>(
  { machine, state, move }: Place<Machine>,
  open: () => Cell<Machine>,
): void {
  const next = nextState(machine, state, move)
  if (next !== undefined) {
    test(`that is ${state} becomes ${next} by ${move}`, () => {
      const { stage, stateNow, moves } = open()
      assert.equal(stateNow(), state)
      stage.record(moves[move])
      assert.equal(stateNow(), next)
    })
    return
  }
  test(`that is ${state} cannot ${move}: refused, and folding it changes nothing`, () => {
    const { stage, stateNow, moves } = open()
    assert.equal(stateNow(), state)
    const { seq } = stage.view
    const decision = stage.try({ type: 'record', drafts: [moves[move]] }, moves[move].actor)
    assert.ok(!decision.ok, 'accepted')
    const wanted = machine === 'approval' ? 'already-decided' : 'illegal-move'
    assert.equal(decision.refusal.reason, wanted, decision.refusal.message)
    assert.equal(stage.view.seq, seq)
    const [first] = stage.events
    assert.ok(first)
    for (const event of placed([moves[move]], { sessionId: first.sessionId, after: seq }))
      fold(stage.view, event)
    assert.equal(stateNow(), state)
    assert.equal(stage.view.seq, seq + 1)
  })
}
