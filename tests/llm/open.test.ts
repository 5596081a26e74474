import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { findLocalServers, ModelError, openModel, redactor, Secret, scriptedModel, secretFromEnv } from '#llm'
import { fakeClock } from '../../src/testing/fake-clock.ts'
import { faultServer } from '../../src/testing/fault-server.ts'
import { asking, envOf, formats, hear, modelAt, user } from './support.ts'

const clock = fakeClock()

for (const [name, env, said] of [
  ['openai/gpt-5', {}, /set OPENAI_API_KEY/],
  ['anthropic/claude', { ANTHROPIC_API_KEY: '  ' }, /set ANTHROPIC_API_KEY/],
  ['google/gemini', {}, /set GOOGLE_GENERATIVE_AI_API_KEY/],
  ['openai-compatible/m', {}, /set OPENAI_COMPATIBLE_BASE_URL/],
  ['ollama/m', { OLLAMA_BASE_URL: 'not an address' }, /OLLAMA_BASE_URL is not an address/],
  ['nobody/m', {}, /no model is called "nobody\/m".*openai/],
  ['__proto__/m', {}, /no model is called/],
  ['gpt-5', {}, /no model is called "gpt-5"/],
  ['openai/', {}, /no model is called/],
] as const) {
  test(`${name} cannot be opened with ${JSON.stringify(env)}, and the error says what to do`, async () => {
    await assert.rejects(openModel(name, { env, clock }), (error) => {
      assert.ok(error instanceof ModelError && error.code === 'unconfigured')
      assert.match(error.message, said)
      return true
    })
  })
}

test('a built-in model is made by its factory and needs no provider', async () => {
  const offline = scriptedModel([{ text: 'rules' }])
  assert.equal(await openModel('offline', { env: {}, clock, builtIn: { offline: () => offline } }), offline)
})

test('a local server needs no key, and keys of other providers are not sent to it', async () => {
  await using server = await faultServer({ scenarios: { m: [[{ delta: 'ok' }, { finish: 'stop' }]] } })
  const env = { ...envOf(server), OLLAMA_BASE_URL: `${server.url}/` }
  assert.equal((await hear(await openModel('ollama/m', { env, clock }), asking('x'))).text, 'ok')
  assert.equal(server.requests[0]?.path, '/v1/chat/completions')
  assert.equal(server.requests[0]?.headers.authorization, undefined)
})

test('a redirect is reported and takes no key along', async () => {
  await using server = await faultServer({
    scenarios: {
      m: [[{ status: 307, headers: { location: '/v1/elsewhere' } }]],
      gone: [[{ status: 404, body: { error: { message: 'no such model' } } }]],
    },
  })
  const heard = await hear((await modelAt(server, 'google/m')).model, asking('x'))
  assert.match(String(heard.error), /status 307.*set the final one/)
  assert.equal(server.requests.length, 1)
  const gone = await hear((await modelAt(server, 'openai-compatible/gone')).model, asking('x'))
  assert.match(String(gone.error), /no such model.*check the name of the model/)
})

test('servers on the usual ports are found; silence, errors and strangers are not', async () => {
  const answers: Readonly<Record<string, () => Promise<Response>>> = {
    '11434': () => Promise.resolve(Response.json({ data: [{ id: 'qwen3' }, { id: 7 }, { id: 'llama' }] })),
    '1234': () => Promise.resolve(new Response('<html>')),
    '8000': () => Promise.reject(new TypeError('fetch failed')),
    '8080': () => Promise.resolve(Response.json({ status: 'ok' })),
  }
  const ask: typeof fetch = (input) => answers[new URL(String(input)).port]?.() ?? assert.fail()
  assert.deepEqual(await findLocalServers(ask, new AbortController().signal), [
    { provider: 'ollama', baseURL: 'http://127.0.0.1:11434/v1', models: ['qwen3', 'llama'] },
  ])
})

test('the door loads no provider library and no mender of JSON', () => {
  const script = `
    import { registerHooks } from 'node:module'
    const seen = []
    registerHooks({ resolve(name, context, next) { seen.push(name); return next(name, context) } })
    await import('#llm')
    console.log(JSON.stringify(seen.filter((name) => /^@ai-sdk|^jsonrepair/.test(name))))
  `
  const out = execFileSync(
    process.execPath,
    ['--conditions=loggia-source', '--input-type=module', '-e', script],
    { encoding: 'utf8' },
  )
  assert.deepEqual(JSON.parse(out), [])
})

const value = 'sk-ö/+=&"-1234567890'
const key = new Secret('API_KEY', value)

test('a secret prints as its name in every way of printing', () => {
  const holder = { key, list: [key] }
  for (const text of [
    String(key),
    `${key}`,
    JSON.stringify(holder),
    inspect(holder, { showHidden: true, depth: 9 }),
    inspect(key),
  ]) {
    assert.ok(!text.includes('1234567890'), text)
    assert.match(text, /API_KEY/)
  }
  assert.equal(key.reveal(), value)
  assert.deepEqual(Object.keys(structuredClone({ ...key })), ['name'])
})

test('a known value is taken out of any text, in every common writing', () => {
  const hide = redactor([key, new Secret('SHORT', 'abc')])
  const base64 = (prefix: string): string => Buffer.from(`${prefix}${value}:tail`).toString('base64')
  for (const text of [
    `Bearer ${value}`,
    encodeURIComponent(value),
    encodeURIComponent(value).toLowerCase(),
    JSON.stringify({ value }),
    Buffer.from(value).toString('hex'),
    base64(''),
    base64('a'),
    base64('ab'),
    base64('user:'),
    base64('x').replaceAll('+', '-').replaceAll('/', '_'),
  ]) {
    const hidden = hide(`before ${text} after`)
    assert.match(hidden, /^before .*\[secret API_KEY\].* after$/, text)
    assert.ok(!hidden.includes('1234567890'))
  }
  assert.equal(hide('abc stays, and so does everything else'), 'abc stays, and so does everything else')
  assert.equal(secretFromEnv('A', { A: '  ' }), undefined)
})

for (const format of formats) {
  test(`${format}: neither key nor prompt is in an error, however it is printed`, async () => {
    const env = { OPENAI_COMPATIBLE_API_KEY: 'sk-compatible-42424242' }
    const all = { ...env }
    await using server = await faultServer({
      scenarios: {
        m: [
          [
            {
              status: 400,
              body: {
                error: {
                  message:
                    'bad header: sk-test-1234567890 sk-ant-1234567890 AIza-1234567890 sk-compatible-42424242',
                },
              },
            },
          ],
        ],
      },
    })
    const { model } = await modelAt(server, `${format}/m`, { env: { ...envOf(server), ...all } })
    const heard = await hear(model, asking('', { messages: [user('a very private question')] }))
    const shown = inspect(heard.error, { depth: 20, showHidden: true })
    assert.ok(heard.error instanceof ModelError)
    const own = {
      'openai-compatible': 'sk-compatible-42424242',
      'openai-chat': 'sk-test-1234567890',
      anthropic: 'sk-ant-1234567890',
      google: 'AIza-1234567890',
    }[format]
    assert.ok(!shown.includes(own), shown)
    assert.ok(!shown.includes('very private'), shown)
  })
}
