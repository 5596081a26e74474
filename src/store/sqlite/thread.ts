/** The entry of the writer's thread: takes what is waiting, commits it, answers. */
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { failureOf, type Outcome } from './append.ts'
import type { AppendRequest, FromWriter, Opening, ToWriter } from './messages.ts'
import { Writer } from './writer.ts'

/** Appends per commit: bounds how long the first of them waits. */
const mostPerCommit = 1_000

function serve(port: MessagePort, writer: Writer): void {
  const say = (message: FromWriter): void => port.postMessage(message)
  let waiting: AppendRequest[] = []

  const commit = (): void => {
    if (waiting.length === 0) return
    const requests = waiting
    waiting = []
    say(reportOf(writer.append(requests)))
  }
  const take = (message: ToWriter): void => {
    if (message.kind === 'append') {
      waiting.push(...message.appends)
      if (waiting.length >= mostPerCommit) commit()
      return
    }
    // Whoever asks sees every append called before the question.
    commit()
    const { id, question } = message
    try {
      say({ kind: 'answered', id, answer: writer.answer(question) })
    } catch (cause) {
      say({ kind: 'failed', id, failure: failureOf(cause) })
    }
    if (question.kind === 'close') port.close()
  }
  port.on('message', (first: ToWriter) => {
    take(first)
    for (let more = receiveMessageOnPort(port); more; more = receiveMessageOnPort(port)) take(more.message)
    commit()
    writer.tidy()
  })
}

function reportOf(outcomes: readonly Outcome[]): FromWriter {
  const done: number[] = []
  const failed: Extract<FromWriter, { kind: 'appended' }>['failed'][number][] = []
  for (const { request, failure } of outcomes) {
    if (failure === undefined) done.push(request.id)
    else failed.push({ id: request.id, failure })
  }
  return { kind: 'appended', done, failed }
}

function start(port: MessagePort): void {
  try {
    const writer = new Writer(workerData as Opening)
    port.postMessage({ kind: 'open' } satisfies FromWriter)
    serve(port, writer)
  } catch (cause) {
    port.postMessage({ kind: 'refused', failure: failureOf(cause) } satisfies FromWriter)
    port.close()
  }
}

if (parentPort) start(parentPort)
