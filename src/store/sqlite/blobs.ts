/** Blobs as files named by their content: `blobs/ab/cd/<sha256>`. */
import { createHash, randomUUID, webcrypto } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StoreUnavailable } from '../errors.ts'
import type { Blobs } from '../store.ts'

export interface FileBlobs extends Blobs {
  /** An append refers to these: a put that was waiting for its use has it now. */
  used(hashes: readonly string[]): void
  /** Deletes those that nobody has put since, and that no session uses. */
  drop(hashes: readonly string[]): Promise<void>
  /** Resolves when what was begun is done. */
  settle(): Promise<void>
}

/** Above this the hash is computed off the main thread. */
const bigBytes = 256 * 1024
const name = /^sha256-([0-9a-f]{2})([0-9a-f]{2})[0-9a-f]{60}$/

export function fileBlobs(folder: string): FileBlobs {
  /** How many puts of a hash no append has used yet: such content must not be removed. */
  const unused = new Map<string, number>()
  /** The last thing done to each hash: a put and a removal of one content follow each other. */
  const busy = new Map<string, Promise<unknown>>()

  const inTurn = async <Result>(hash: string, work: () => Promise<Result>): Promise<Result> => {
    const before = busy.get(hash) ?? Promise.resolve()
    const mine = before.then(work, work)
    busy.set(hash, mine)
    try {
      return await mine
    } finally {
      if (busy.get(hash) === mine) busy.delete(hash)
    }
  }
  const pathOf = (hash: string): string => {
    const [whole, one, two] = name.exec(hash) ?? []
    if (whole === undefined || one === undefined || two === undefined)
      throw new TypeError(
        `not a blob's hash: ${JSON.stringify(hash)}; wanted sha256- and 64 hexadecimal digits`,
      )
    return join(folder, one, two, whole.slice('sha256-'.length))
  }

  return {
    async put(bytes, mediaType) {
      const hash = await hashOf(bytes)
      unused.set(hash, (unused.get(hash) ?? 0) + 1)
      await inTurn(hash, () => keep(pathOf(hash), bytes))
      return { hash, sizeBytes: bytes.byteLength, mediaType }
    },
    async get(hash) {
      const bytes = await contentAt(pathOf(hash))
      if (bytes === undefined)
        throw new StoreUnavailable(
          'blob_missing',
          `no blob ${hash} here; it was never put, or its session was removed`,
        )
      if ((await hashOf(bytes)) === hash) return bytes
      throw new StoreUnavailable(
        'blob_missing',
        `blob ${hash} is damaged on disk; put the content again to mend it`,
      )
    },
    used(hashes) {
      for (const hash of hashes) {
        const left = (unused.get(hash) ?? 0) - 1
        if (left > 0) unused.set(hash, left)
        else unused.delete(hash)
      }
    },
    async drop(hashes) {
      for (const hash of hashes)
        await inTurn(hash, async () => {
          if (!unused.has(hash)) await rm(pathOf(hash), { force: true })
        })
    },
    async settle() {
      await Promise.allSettled(busy.values())
    },
  }
}

async function hashOf(bytes: Uint8Array): Promise<string> {
  if (bytes.byteLength <= bigBytes) return `sha256-${createHash('sha256').update(bytes).digest('hex')}`
  const digest = await webcrypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return `sha256-${Buffer.from(digest).toString('hex')}`
}

/** On disk, and found by name, when this resolves. Content that is there and whole is not written again. */
async function keep(path: string, bytes: Uint8Array): Promise<void> {
  if (await isWhole(path, bytes)) return
  const folder = dirname(path)
  const half = `${path}.${randomUUID()}.part`
  try {
    await mkdir(folder, { recursive: true })
    await using file = await open(half, 'wx')
    await file.writeFile(bytes)
    await file.sync()
    await rename(half, path)
    await using directory = await open(folder)
    await directory.sync()
  } catch (cause) {
    await rm(half, { force: true })
    throw new StoreUnavailable('disk', `the blob could not be written: ${String(cause)}`, { cause })
  }
}

async function isWhole(path: string, bytes: Uint8Array): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  if (found?.size !== bytes.byteLength) return false
  const content = await contentAt(path)
  return content !== undefined && Buffer.compare(content, bytes) === 0
}

async function contentAt(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path)
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
    throw new StoreUnavailable('disk', `the blob could not be read: ${String(cause)}`, { cause })
  }
}
