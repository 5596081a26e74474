import { createHash } from 'node:crypto'

/** Tool names as one request says them, both ways. Every name has a wire name, and none is shared. */
export interface WireNames {
  toWire(name: string): string
  /** A name nobody offered comes back as it is: the tool gate says that it is unknown. */
  fromWire(wire: string): string
}

const wireName = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/
const maxChars = 64

/**
 * Gives each name a wire name of at most 64 letters, digits, `_` and `-` that begins with a letter or `_`. A name that
 * is one already keeps it; a name that only holds other separators has them replaced, when no other name comes out the
 * same; every other gets a digest of the whole name. The outcome depends on the set of names, never on their order.
 */
export function wireNames(names: Iterable<string>): WireNames {
  const all = [...new Set(names)].sort()
  const cleaned = new Map(all.map((name) => [name, clean(name)]))
  const claims = new Map<string, number>()
  for (const wire of cleaned.values()) if (wire !== undefined) claims.set(wire, (claims.get(wire) ?? 0) + 1)
  const toWire = new Map<string, string>()
  const fromWire = new Map<string, string>()
  const assign = (name: string, wire: string): void => {
    toWire.set(name, wire)
    fromWire.set(wire, name)
  }
  for (const name of all) if (wireName.test(name)) assign(name, name)
  for (const name of all) {
    if (toWire.has(name)) continue
    const wire = cleaned.get(name)
    const isFree = wire !== undefined && claims.get(wire) === 1 && !fromWire.has(wire)
    assign(name, isFree ? wire : withDigest(name, fromWire))
  }
  return {
    toWire: (name) => toWire.get(name) ?? name,
    fromWire: (wire) => fromWire.get(wire) ?? wire,
  }
}

/** The name with its separators replaced; undefined when that would lose more than a separator. */
function clean(name: string): string | undefined {
  const wire = name.replaceAll(/[./: ]/g, '_')
  return wireName.test(wire) ? wire : undefined
}

function withDigest(name: string, taken: ReadonlyMap<string, string>): string {
  const digest = createHash('sha256').update(name).digest('hex')
  const readable = name.replaceAll(/[^A-Za-z0-9_-]+/g, '_').replace(/^(?=[^A-Za-z_])/, 't_')
  for (let size = 8; ; size += 8) {
    const wire = `${readable.slice(0, maxChars - size - 1)}_${digest.slice(0, size)}`
    if (!taken.has(wire) || size >= maxChars - 8) return wire
  }
}
