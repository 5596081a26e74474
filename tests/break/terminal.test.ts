import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { isJson } from '#protocol'
import { place } from '../cli/loggia.ts'

const evil = '\u001b]0;PWNED\u0007\u001b[31m\u202e'
/** Anything that moves a cursor, sets a title or turns the reading direction. */
const steering = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u
const asked = "What's the weather in Beijing today?"

/** The log with hostile words in every text that no schema pins down. */
function spoilt(line: string): string {
  const event = JSON.parse(line) as Record<string, unknown>
  const actor = event['actor'] as { readonly id: string }
  const payload = event['payload'] as Record<string, unknown>
  const free = new Set(['goal', 'tool', 'title', 'text', 'message', 'answer', 'content', 'why'])
  const spoil = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return free.has(key) ? value + evil : value
    if (Array.isArray(value)) return value.map((item) => spoil(item, key))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, spoil(item, name)]))
  }
  const said = { ...event, actor: { ...actor, id: actor.id + evil }, reason: `because${evil}` }
  const hostile = { ...said, payload: spoil(payload, 'payload') }
  assert.ok(isJson(hostile))
  return JSON.stringify(hostile)
}

void suite('what is hostile cannot steer the terminal', { concurrency: 2, timeout: 120_000 }, () => {
  test('an imported session, however it is looked at', async (t) => {
    const here = await place(t)
    await here.loggia('run', 'beijing', asked)
    await here.loggia('export', '--out', 'good.jsonl')
    const lines = (await readFile(join(here.folder, 'good.jsonl'), 'utf8')).trim().split('\n')
    const last = JSON.parse(spoilt(lines.at(-1) ?? '')) as Record<string, unknown>
    const seq = lines.length + 1
    const eventId = String(last['eventId']).replace(/\d+$/, String(seq))
    const alien = JSON.stringify({ ...last, seq, eventId, type: `alien.type${evil}` })
    await writeFile(join(here.folder, 'bad.jsonl'), [...lines.map(spoilt), alien].join('\n'))
    const there = ['--data', 'there']
    assert.equal((await here.loggia('import', 'bad.jsonl', ...there)).code, 0)
    const looks = [['show'], ['show', '--agent', 'weather_agent'], ['sessions'], ['replay'], ['doctor']]
    for (const look of looks) {
      const { out, err, code } = await here.loggia(...look, ...there)
      assert.equal(code, 0, `${look.join(' ')}: ${err}`)
      assert.doesNotMatch(out + err, steering, look.join(' '))
    }
    const stepped = await here.start(['replay', '--step', ...there], { input: '\n'.repeat(200) }).done
    assert.match(stepped.out, /alien\.type/)
    assert.doesNotMatch(stepped.out, steering)
  })

  test('what was typed, when it is quoted in an error', async (t) => {
    const here = await place(t)
    await here.loggia('run', 'beijing', asked)
    const wrong = [
      [evil],
      ['run', evil, 'x'],
      ['show', `--${evil}`],
      ['run', 'beijing', 'x', '--session', evil],
    ]
    for (const words of wrong) {
      const { err, code } = await here.loggia(...words)
      assert.notEqual(code, 0)
      assert.doesNotMatch(err, steering, words.join(' '))
      assert.match(err, /PWNED/)
    }
  })

  test('a team file and its module', async (t) => {
    const here = await place(t)
    const folder = join(here.folder, 'evil')
    await mkdir(folder)
    const team = `team: evil\n${JSON.stringify(`key${evil}`)}: 1\ntools: [./tools.ts]\nagents:\n  solo: { description: x }\n`
    await writeFile(join(folder, 'team.yaml'), team)
    await writeFile(join(folder, 'tools.ts'), `throw new Error(${JSON.stringify(evil)})`)
    for (const words of [
      ['check', 'evil'],
      ['run', 'evil', 'x'],
    ]) {
      const { out, err, code } = await here.loggia(...words)
      assert.equal(code, 1)
      assert.doesNotMatch(out + err, steering, words.join(' '))
    }
  })
})

test('an empty request, and one to a name nobody has, are usage errors', { timeout: 60_000 }, async (t) => {
  const here = await place(t)
  for (const text of ['', '  \n ', 'please, @nobody, do it']) {
    const { code, err } = await here.loggia('run', 'beijing', text)
    assert.equal(code, 2, err)
  }
})
