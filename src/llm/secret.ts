import type { inspect } from 'node:util'

/** A key or password. Prints as its name wherever it is shown; only an adapter reveals it, right before it is sent. */
export class Secret {
  readonly name: string
  readonly #value: string

  constructor(name: string, value: string) {
    this.name = name
    this.#value = value
  }

  /** The value itself. For adapters only. */
  reveal(): string {
    return this.#value
  }

  toString(): string {
    return `[secret ${this.name}]`
  }

  toJSON(): string {
    return this.toString()
  }

  [Symbol.toPrimitive](): string {
    return this.toString()
  }

  [Symbol.for('nodejs.util.inspect.custom') as typeof inspect.custom](): string {
    return this.toString()
  }
}

/** The secret an environment variable holds, or undefined when it is unset or blank. Keys come from nowhere else. */
export function secretFromEnv(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): Secret | undefined {
  const value = env[name]?.trim()
  return value === undefined || value === '' ? undefined : new Secret(name, value)
}

/** Shorter values would black out ordinary words. */
const shortest = 6

/**
 * A function that replaces every known value in a text by the secret's name, also where the value stands in base64,
 * base64url, hex, URL-encoded or JSON-escaped form, or base64 of `user:value` at any alignment.
 */
export function redactor(secrets: readonly Secret[]): (text: string) => string {
  const names = new Map<string, string>()
  for (const secret of secrets) {
    const value = secret.reveal()
    if (value.length < shortest) continue
    for (const form of formsOf(value)) if (!names.has(form)) names.set(form, secret.toString())
  }
  if (names.size === 0) return (text) => text
  const longestFirst = [...names.keys()].sort((a, b) => b.length - a.length)
  const known = new RegExp(longestFirst.map((form) => RegExp.escape(form)).join('|'), 'g')
  return (text) => text.replace(known, (form) => names.get(form) ?? '[secret]')
}

function formsOf(value: string): Set<string> {
  const bytes = Buffer.from(value, 'utf8')
  const forms = new Set([value, JSON.stringify(value).slice(1, -1)])
  const encoded = encodeURIComponent(value)
  forms.add(encoded)
  forms.add(encoded.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()))
  forms.add(encoded.replaceAll('%20', '+'))
  forms.add(bytes.toString('hex'))
  forms.add(bytes.toString('hex').toUpperCase())
  for (const form of base64Forms(bytes)) forms.add(form)
  return new Set([...forms].filter((form) => form.length >= shortest))
}

/** The three ways a run of bytes can look inside a longer base64 text, without the characters its neighbours touch. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const from = Math.ceil((offset * 8) / 6)
    const to = Math.floor(((offset + bytes.length) * 8) / 6)
    const inner = text.slice(from, to)
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
