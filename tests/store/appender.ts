/**
 * A process that appends to a folder until it is killed, one event after the other, and says each acknowledged seq:
 * `node appender.ts <folder> <sessions>`. With 0 sessions it only holds the folder.
 */

import { sqliteStore } from '#store'
import { renamed, sessionOf } from '../../src/store/contract-events.ts'

const [folder = '', sessions = '1'] = process.argv.slice(2)
const store = sqliteStore({ folder })
await store.ready
process.stdout.write('open\n')

async function appendForEver(number: number): Promise<never> {
  const session = sessionOf(number)
  for (let seq = 1; ; seq += 1) {
    await store.events.append(session, [renamed(session, seq, `title ${seq}`)], { expected: seq - 1 })
    process.stdout.write(`${number} ${seq}\n`)
  }
}

if (sessions === '0') setInterval(() => undefined, 1_000)
else await Promise.all(Array.from({ length: Number(sessions) }, (_, index) => appendForEver(index + 1)))
