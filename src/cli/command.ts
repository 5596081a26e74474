import type { ParseArgsConfig } from 'node:util'
import { CommandFailure, exit } from './failure.ts'
import type { Terminal } from './terminal.ts'
import type { WordKey } from './words/words.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/** The values of a command line, once parsed. */
export interface Given {
  readonly words: readonly string[]
  readonly data: string | undefined
  text(option: string): string | undefined
  flag(option: string): boolean
  /** The word at a place. Throws CommandFailure when it is missing. */
  need(place: number, what: string): string
}

/** One command: how it is called, what it takes, and where its code is. The code is loaded only when it runs. */
export interface Command {
  readonly name: string
  /** The words after it, as help shows them. */
  readonly args: string
  /** How many words it takes at most. */
  readonly most: number
  readonly group: 'work' | 'look' | 'hands' | 'house'
  readonly help: WordKey
  readonly detail?: WordKey
  readonly options: Readonly<Record<string, OptionWords>>
  readonly examples: readonly string[]
  load(): Promise<Run>
}

export interface OptionWords {
  readonly type: 'string' | 'boolean'
  /** The kind of value it takes, as help shows it. */
  readonly takes?: string
  readonly help: WordKey
}

/** Runs a command and gives back its exit code. */
type Run = (given: Given, terminal: Terminal) => Promise<number>

/** Options that every command takes. */
export const everywhere: Readonly<Record<string, OptionWords>> = {
  data: { type: 'string', takes: 'DIR', help: 'option.data' },
  lang: { type: 'string', takes: 'en|zh', help: 'option.lang' },
  'no-color': { type: 'boolean', help: 'option.noColor' },
  debug: { type: 'boolean', help: 'option.debug' },
  help: { type: 'boolean', help: 'option.help' },
}

/** The options as node:util takes them. */
export function parseOptions(options: Readonly<Record<string, OptionWords>>): Options {
  return Object.fromEntries(
    Object.entries({ ...everywhere, ...options }).map(([name, { type }]) => [name, { type }]),
  )
}

/** Wraps what node:util parsed. */
export function givenOf(
  { say }: Pick<Terminal, 'say'>,
  words: readonly string[],
  values: Readonly<Record<string, unknown>>,
): Given {
  const text = (option: string): string | undefined => {
    const value = values[option]
    return typeof value === 'string' ? value : undefined
  }
  return {
    words,
    data: text('data'),
    text,
    flag: (option) => values[option] === true,
    need(place, what) {
      const word = words[place]
      if (word === undefined) throw new CommandFailure(say('missing', { what }), exit.usage)
      return word
    },
  }
}
