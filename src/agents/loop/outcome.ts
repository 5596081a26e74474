import { isJson, type Json } from '#protocol'
import type { ToolOutcome } from '../tool.ts'

/** A tool gave back what is no outcome. Whether it took effect, it alone knows. */
export class BadOutcome extends Error {
  override readonly name = 'BadOutcome'
  readonly code = 'bad_outcome'

  constructor(found: string) {
    super(`it ran, but gave back ${found}; wanted { text: string } with data, facts and source as they apply`)
  }
}

/**
 * Reads what a tool gave back: tools are written by others, and what is wrong here must not reach the log. `data` is
 * kept as JSON writes it. Throws BadOutcome.
 */
export function readOutcome(value: unknown): ToolOutcome {
  if (typeof value !== 'object' || value === null) throw new BadOutcome(nameOf(value))
  const { text, data, facts, source, isError } = value as { readonly [Key in keyof ToolOutcome]: unknown }
  if (typeof text !== 'string') throw new BadOutcome(`${nameOf(text)} as its text`)
  if (source !== undefined && typeof source !== 'string')
    throw new BadOutcome(`${nameOf(source)} as its source`)
  const json = dataOf(data)
  return {
    text,
    ...(json === undefined ? {} : { data: json }),
    ...(facts === undefined ? {} : { facts: factsOf(facts) }),
    ...(source === undefined ? {} : { source }),
    ...(isError === true ? { isError } : {}),
  }
}

/** Dates and the like become what JSON makes of them; a cycle or a bigint has no such form. */
function dataOf(data: unknown): Json | undefined {
  if (data === undefined || isJson(data)) return data
  let written: unknown
  try {
    const json: string | undefined = JSON.stringify(data)
    if (json === undefined) return undefined
    written = JSON.parse(json)
  } catch {
    throw new BadOutcome('data that cannot be written as JSON')
  }
  if (isJson(written)) return written
  throw new BadOutcome('data that is nested too deep')
}

type Fact = NonNullable<ToolOutcome['facts']>[number]

function factsOf(facts: unknown): readonly Fact[] {
  if (!Array.isArray(facts)) throw new BadOutcome(`${nameOf(facts)} as its facts`)
  return facts.map((fact: unknown, place): Fact => {
    if (isFact(fact)) return fact
    throw new BadOutcome(
      `a fact (number ${place + 1}) without a slot and a text, number or boolean as its value`,
    )
  })
}

function isFact(fact: unknown): fact is Fact {
  if (typeof fact !== 'object' || fact === null) return false
  const { slot, value, unit } = fact as { readonly [Key in keyof Fact]: unknown }
  const isValue = typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
  return (
    typeof slot === 'string' && slot !== '' && isValue && (unit === undefined || typeof unit === 'string')
  )
}

function nameOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`
}
