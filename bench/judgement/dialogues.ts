import { readFileSync } from 'node:fs'

/** A value one agent needs at a turn that only other agents' turns hold, in all its spellings. */
export interface Need {
  readonly agent: string
  readonly values: readonly string[]
  /** Turns that hold it. */
  readonly src: readonly number[]
}

/** One turn of a recorded dialogue: what was asked, what was answered, and which agents it concerned. */
export interface Turn {
  readonly u: string
  readonly a: string
  readonly agents: readonly string[]
  readonly needs?: readonly Need[]
  /** Agent, slot and value of what is known since this turn. */
  readonly facts?: readonly (readonly [string, string, string])[]
}

export interface Dialogue {
  readonly id: string
  readonly turns: readonly Turn[]
}

/** Reads dialogues, one to a line. */
export function readDialogues(path: string): readonly Dialogue[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Dialogue)
}

/** Whether one of the spellings is in this text. */
export function holds(text: string, values: readonly string[]): boolean {
  const lower = text.toLowerCase()
  return values.some((value) => lower.includes(value.toLowerCase()))
}
