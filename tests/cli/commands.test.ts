import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { emptyView, fold } from '#protocol'
import { decodeEvent } from '#protocol/schemas'
import { type Done, errands, type Place, place } from './loggia.ts'

const weather = '帮我查询北京今天的天气'
const kettle = 'watch the kettle until the water boils'

function eventsIn({ out }: Done): ReturnType<typeof decodeEvent>[] {
  return out
    .trimEnd()
    .split('\n')
    .map((line) => decodeEvent(line))
}

function idIn(text: string, prefix: string): string {
  const found = new RegExp(`${prefix}_[0-9A-Z]{26}`).exec(text)?.[0]
  assert.ok(found, `no ${prefix} id in:\n${text}`)
  return found
}

describe('loggia', { concurrency: 2 }, () => {
  let told: Place & { readonly ran: Done }

  const done: (() => unknown)[] = []

  before(async () => {
    const made = await place({ after: (action) => done.push(action as () => unknown) })
    told = { ...made, ran: await made.loggia('run', 'beijing', weather, '--json') }
  })
  after(() => Promise.all(done.map((action) => action())))

  test('help and version need no data folder, in both languages; what is not understood is a usage error', async (t) => {
    const { loggia, folder } = await place(t)
    const help = await loggia('--help')
    assert.equal(help.code, 0)
    for (const name of ['run', 'chat', 'show', 'replay', 'trace', 'xray', 'export', 'approve', 'doctor'])
      assert.match(help.out, new RegExp(`\\b${name}\\b`))
    assert.match((await loggia('--lang', 'zh', 'run', '--help')).out, /用法 {2}loggia run TEAM/)
    assert.match((await loggia('--version')).out, /^loggia \d+\.\d+\.\d+\n$/)
    const faults: readonly (readonly [readonly string[], RegExp])[] = [
      [['chekc', 'x'], /Did you mean loggia check\?/],
      [['run', 'beijing', 'hi', '--sesion', 'x'], /Did you mean --session\?/],
      [['sessions', 'now'], /"now" is one word too many/],
      [['run', 'beijing', 'hi', '--session'], /--session is not used like that/],
      [['run', 'beijing'], /REQUEST is missing/],
    ]
    for (const [args, message] of faults) {
      const { code, out, err } = await loggia(...args)
      assert.equal(code, 2, err)
      assert.match(err, message)
      assert.equal(out, '')
    }
    await assert.rejects(readFile(join(folder, '.loggia/owner.db')))
  })

  test('a request is answered on standard output, told on standard error, and gone on with', async (t) => {
    const { loggia } = await place(t)
    const first = await loggia('run', 'beijing', weather)
    assert.equal(first.code, 0, first.err)
    assert.match(first.out, /℃/)
    assert.doesNotMatch(first.out, /is done|\p{Cc}\[/u)
    assert.match(first.err, /coordinator gives weather_agent/)
    assert.match(first.err, /offline rules/)
    const session = /--session (\S+)/.exec(first.err)?.[1] ?? ''
    const second = await loggia(
      'run',
      'beijing',
      '推荐一个适合今天天气的户外活动',
      '--session',
      session,
      '--json',
    )
    const events = eventsIn(second)
    assert.ok((events[0]?.seq ?? 0) > 10, 'only what is new is printed')
    assert.ok(events.some(({ type }) => type === 'context.injected'))
    const agent = await loggia('show', '--agent', 'activity_agent')
    const lines = agent.out.split('\n').filter((line) => /^\w+:/.test(line))
    assert.match(lines[0] ?? '', /^user: {6}\[ctx\] weather_agent: 北京/)
    assert.match(lines[1] ?? '', /^user: {6}推荐一个适合今天天气的户外活动$/)
    assert.match(lines[2] ?? '', /^assistant: /)
    assert.equal(lines.length, 3)
  })

  test('lines from a pipe are worked on one after another; the first that fails ends them', async (t) => {
    const { start } = await place(t)
    const input = `${weather}\n\n@travel_agent 故宫附近有什么酒店\u2028谢谢\n@nobody hi\n${weather}\n`
    const { code, out, err } = await start(['chat'], { input }).done
    assert.equal(code, 2, err)
    assert.match(out, /℃[\s\S]*酒店/)
    assert.match(err, /no agent nobody. It has: coordinator/)
    assert.equal(out.match(/℃/g)?.length, 1)
  })

  test('a team that is not there, or has errors, is told with place and fix', async (t) => {
    const { loggia, folder } = await place(t)
    const lines = [
      'team: broken',
      'agents:',
      '  one:',
      '    description: { en: One., zh: 一。 }',
      '    modle: x',
      '',
    ]
    await writeFile(join(folder, 'team.yaml'), lines.join('\n'))
    const unknown = await loggia('run', 'nowhere', 'hi')
    assert.equal(unknown.code, 2)
    assert.match(unknown.err, /no team nowhere.*beijing/)
    const ran = await loggia('run', 'team.yaml', 'hi')
    assert.equal(ran.code, 1)
    assert.match(ran.err, /team\.yaml:5:\d+ agents\.one\.modle/)
    const checked = await loggia('check', '.')
    assert.equal(checked.code, 1)
    assert.match(checked.out, /team\.yaml:5:\d+ agents\.one\.modle.*fix/)
  })

  test('what needs a person ends with 3 and the line to type; the approved call runs exactly once', async (t) => {
    const ledger = join((await place(t)).folder, 'ledger')
    const { loggia } = await place(t, { ERRANDS_LEDGER: ledger })
    const asked = await loggia('run', errands, 'pay the invoice of ACME')
    assert.equal(asked.code, 3, asked.err)
    await assert.rejects(readFile(ledger))
    const approval = idIn(asked.err, 'appr')
    assert.match(asked.err, new RegExp(`loggia approve ${approval}`))
    assert.match(asked.err, /invoice: .*ACME/)
    const approved = await loggia('approve', approval.slice(-8))
    assert.equal(approved.code, 0, approved.err)
    assert.match(approved.out, /Paid: .*ACME/)
    const again = await loggia('approve', approval)
    assert.equal(again.code, 1)
    assert.match(again.err, /granted/)
    assert.equal((await readFile(ledger, 'utf8')).trim().split('\n').length, 1)
  })

  test('a denied call does not run, and a decision can be written without going on', async (t) => {
    const ledger = join((await place(t)).folder, 'ledger')
    const { loggia } = await place(t, { ERRANDS_LEDGER: ledger })
    const asked = await loggia('run', errands, 'pay the invoice of ACME')
    const denied = await loggia('deny', idIn(asked.err, 'appr'), 'too', 'much', '--no-run', '--json')
    assert.equal(denied.code, 0, denied.err)
    const [event] = eventsIn(denied)
    assert.deepEqual([event?.type, event?.reason], ['approval.denied', 'too much'])
    const resumed = await loggia('resume')
    assert.notEqual(resumed.code, 3, resumed.err)
    await assert.rejects(readFile(ledger))
  })

  test('a session cut off by kill -9 goes on with resume; a second owner is refused meanwhile', async (t) => {
    const boiled = join((await place(t)).folder, 'boiled')
    const { loggia, start } = await place(t, { ERRANDS_BOILED: boiled })
    const running = start(['run', errands, kettle])
    await running.saying('watch_kettle')
    const second = await loggia('sessions')
    assert.equal(second.code, 1)
    assert.match(second.err, /held by another process[\s\S]*process \d+/)
    running.child.kill('SIGKILL')
    await running.done
    await writeFile(boiled, '')
    const resumed = await loggia('resume')
    assert.equal(resumed.code, 0, resumed.err)
    assert.match(resumed.out, /The water boils/)
  })

  test('Ctrl-C stops the work durably and says how to go on; a retry of the request then succeeds', async (t) => {
    const boiled = join((await place(t)).folder, 'boiled')
    const { loggia, start } = await place(t, { ERRANDS_BOILED: boiled })
    const running = start(['run', errands, kettle])
    await running.saying('watch_kettle')
    running.child.kill('SIGINT')
    const stopped = await running.done
    assert.equal(stopped.code, 130, stopped.err)
    await writeFile(boiled, '')
    const idle = await loggia('resume', '--json')
    assert.equal(idle.out, '', 'nothing starts after a stop')
    const line = /loggia (retry \S+)/.exec(stopped.err)?.[1] ?? ''
    const retried = await loggia(...line.split(' '))
    assert.equal(retried.code, 0, retried.err)
    assert.match(retried.out, /The water boils/)
  })

  test('a polite end stops nothing: the work goes on with the next command', async (t) => {
    const boiled = join((await place(t)).folder, 'boiled')
    const { loggia, start } = await place(t, { ERRANDS_BOILED: boiled })
    const running = start(['run', errands, kettle])
    await running.saying('watch_kettle')
    running.child.kill('SIGTERM')
    const ended = await running.done
    assert.equal(ended.code, 143, ended.err)
    const paused = await loggia('pause', idIn(ended.err, 'sess'))
    assert.equal(paused.code, 0, paused.err)
    await writeFile(boiled, '')
    const resumed = await loggia('resume', idIn(ended.err, 'sess').slice(-8))
    assert.equal(resumed.code, 0, resumed.err)
    assert.match(resumed.out, /The water boils/)
  })

  test('--json prints each stored event once, as it is exported; export and import keep the state', async (t) => {
    const events = eventsIn(told.ran)
    assert.equal(told.ran.code, 0, told.ran.err)
    assert.equal(events[0]?.type, 'session.created')
    for (const [place, { seq }] of events.entries()) assert.equal(seq, place + 1)
    const here = await place(t, {}, told)
    const there = await place(t)
    const exported = await here.loggia('export')
    assert.equal(exported.out, told.ran.out)
    const file = join(here.folder, 'session.jsonl')
    await writeFile(file, exported.out)
    const imported = await there.loggia('import', file)
    assert.equal(imported.code, 0, imported.err)
    const hash = ({ err }: Done): string | undefined => /state ([0-9a-f]{16})/.exec(err)?.[1]
    assert.equal(hash(imported), hash(exported))
    assert.equal(imported.out.trim(), events[0]?.sessionId)
    const twin = await there.loggia('import', file)
    assert.notEqual(twin.out, imported.out)
    assert.equal(hash(twin), hash(exported))
    await writeFile(file, exported.out.slice(0, -20))
    const damaged = await there.loggia('import', file)
    assert.equal(damaged.code, 1)
    assert.match(damaged.err, new RegExp(`line ${events.length}:`))
  })

  test('the reasons of an answer lead to its source; an x-ray shows what was seen and rebuilds the prompt', async (t) => {
    const { loggia } = await place(t, {}, told)
    const view = emptyView()
    for (const event of eventsIn(told.ran)) fold(view, event)
    const answer = [...view.messages.values()].findLast(({ role }) => role === 'agent')
    const run = [...view.runs.values()].find(({ agentId }) => agentId === 'weather_agent')
    const traced = await loggia('trace', answer?.messageId ?? '')
    assert.match(traced.out, /get_weather/)
    assert.match(traced.out, /source: /)
    const seen = await loggia('xray', (run?.runId ?? '').slice(-10), '--full')
    assert.match(seen.out, /model call 1: \d+ tokens/)
    assert.match(seen.out, /identity and permissions/)
    assert.match(seen.out, new RegExp(`user: ${weather}`))
  })

  test('a reader that goes away loses nothing: the work goes on to its end', async (t) => {
    const { start, loggia } = await place(t)
    const running = start(['run', 'beijing', weather, '--json'])
    running.child.stdout?.destroy()
    const done = await running.done
    assert.equal(done.code, 0, done.err)
    assert.match((await loggia('replay')).out, /℃[\s\S]*✓ coordinator/)
  })

  test('doctor names the variables of keys and never their values', async (t) => {
    const key = 'sk-not-a-real-key-0123456789'
    const { loggia } = await place(t, { OPENAI_API_KEY: key })
    const { code, out, err } = await loggia('doctor')
    assert.equal(code, 0, err)
    assert.match(out, /openai: configured by OPENAI_API_KEY/)
    assert.match(out, /anthropic: not configured \(set ANTHROPIC_API_KEY\)/)
    assert.doesNotMatch(out + err, new RegExp(key))
  })
})
