import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sqliteStore } from '#store'
import { sessionOf, some } from '../../src/store/contract-events.ts'
import { kill, linesOf, startChild } from './child.ts'
import { newFolder } from './folder.ts'

/** Kills an appending process after so many acknowledgements; returns the last acknowledged seq by session. */
async function killAfter(
  folder: string,
  sessions: number,
  acknowledged: number,
): Promise<ReadonlyMap<number, number>> {
  const last = new Map<number, number>()
  const child = startChild('appender.ts', folder, String(sessions))
  let heard = 0
  for await (const line of linesOf(child)) {
    if (line === 'open') continue
    const [session = 0, seq = 0] = line.split(' ').map(Number)
    last.set(session, seq)
    heard += 1
    // What is still in the pipe counts as acknowledged too: reading goes on until it is empty.
    if (heard === acknowledged) child.kill('SIGKILL')
  }
  await kill(child)
  return last
}

for (const [sessions, acknowledged] of [
  [1, 1],
  [1, 150],
  [16, 700],
] as const)
  test(`a kill after ${acknowledged} acknowledged appends to ${sessions} sessions loses none of them`, async () => {
    const folder = newFolder()
    const last = await killAfter(folder, sessions, acknowledged)
    assert.ok([...last.values()].reduce((sum, seq) => sum + seq, 0) >= acknowledged)
    const store = sqliteStore({ folder })
    for (const [number, seq] of last) {
      const id = sessionOf(number)
      const events = await Array.fromAsync(store.events.read(id, 0))
      assert.ok(events.length >= seq, `session ${number}: ${seq} acknowledged, ${events.length} found`)
      assert.deepEqual(events, some(id, 1, events.length))
      await store.events.append(id, some(id, events.length + 1, 1), { expected: events.length })
    }
    assert.deepEqual(await store.events.damaged(), [])
    await store.close()
  })
