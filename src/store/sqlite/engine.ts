/** The engine this store asks for. Below these, the write-ahead log of SQLite may corrupt a file when it is reset. */
const least = { node: [24, 15, 0], sqlite: [3, 51, 3] } as const

export interface EngineVersions {
  readonly node: string
  readonly sqlite?: string | undefined
}

/** Why this engine is refused, with what to do, or undefined when it will do. */
export function unsupported({ node, sqlite }: EngineVersions): string | undefined {
  if (!isAtLeast(node, least.node))
    return `Node ${node} is running; the store wants ${least.node.join('.')} or newer: run with the Node that \`npm ci\` brought`
  if (sqlite === undefined || !isAtLeast(sqlite, least.sqlite))
    return `SQLite ${sqlite ?? 'none'} is built into this Node; the store wants ${least.sqlite.join('.')} or newer: run a Node whose process.versions.sqlite is that`
  return undefined
}

function isAtLeast(found: string, wanted: readonly number[]): boolean {
  const parts = found.split('.').map((part) => Number.parseInt(part, 10))
  for (const [index, least] of wanted.entries()) {
    const part = parts[index] ?? 0
    if (part !== least) return part > least
  }
  return true
}
