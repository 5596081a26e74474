import { parseArgs } from 'node:util'
import { type Command, everywhere, givenOf, parseOptions } from './command.ts'
import { CommandFailure, exit } from './failure.ts'
import { commandHelp, overview, type Sheet } from './help.ts'
import { nearest } from './nearest.ts'
import { commands } from './table.ts'
import { type Locale, localeFrom, type Say, sayIn } from './words/words.ts'

/** Does what the command line says, then ends the process with the exit code. Without a command it opens the demo team. */
export async function program(argv: readonly string[]): Promise<void> {
  outliveReaders()
  const asked = splitCommand(argv)
  const locale = localeOf(asked.rest)
  const say = sayIn(locale)
  const ended = refuseEarlyEnd(say)
  let code: number
  try {
    code = await dispatch(asked, { say, locale })
  } catch (error) {
    code = await report(say, error, argv.includes('--debug'))
  }
  ended()
  process.exitCode = code
  await Promise.all([flushed(process.stdout), flushed(process.stderr)])
  process.exit(code)
}

interface Voice {
  readonly say: Say
  readonly locale: Locale
}

interface Asked {
  /** The first word that is no option, when it stands before everything else but options. */
  readonly name: string | undefined
  readonly rest: readonly string[]
}

/** Takes the command out of the command line; options that every command takes may stand before it. */
function splitCommand(argv: readonly string[]): Asked {
  for (let place = 0; place < argv.length; place += 1) {
    const word = argv[place] ?? ''
    if (word === '--') break
    if (!word.startsWith('-')) return { name: word, rest: argv.filter((_, other) => other !== place) }
    if (!word.includes('=') && everywhere[word.slice(2)]?.type === 'string') place += 1
  }
  return { name: undefined, rest: argv }
}

function localeOf(args: readonly string[]): Locale {
  const place = args.findIndex((word) => word === '--lang' || word.startsWith('--lang='))
  const word = args[place] ?? ''
  const lang = word.includes('=')
    ? word.slice(word.indexOf('=') + 1)
    : place < 0
      ? undefined
      : args[place + 1]
  return lang === 'zh' || lang === 'en' ? lang : localeFrom(process.env)
}

async function dispatch({ name, rest }: Asked, { say, locale }: Voice): Promise<number> {
  const colour = hasColour(rest)
  const sheet: Sheet = { say, bold: (text) => (colour ? `\u001b[1m${text}\u001b[0m` : text) }
  const wantsHelp = rest.some((word) => word === '--help' || word === '-h')
  if (name === 'help')
    return helpOn(
      sheet,
      rest.find((word) => !word.startsWith('-')),
    )
  if (name === undefined && (rest.includes('--version') || rest.includes('-v'))) return printVersion()
  if (name === undefined && wantsHelp) return printed(overview(sheet))
  const command = commandNamed(say, name ?? 'chat')
  if (wantsHelp) return printed(commandHelp(sheet, command))
  const { values, positionals } = parse(say, command, rest)
  const lang = values['lang']
  if (lang !== undefined && lang !== 'en' && lang !== 'zh')
    throw new CommandFailure(say('badLang', { lang: String(lang) }), exit.usage)
  if (positionals.length > command.most) throw tooMany(say, command, positionals)
  const given = givenOf({ say }, positionals, values)
  const [run, { processTerminal }] = await Promise.all([command.load(), import('./terminal.ts')])
  return run(given, processTerminal({ say, locale, colour, data: given.data }))
}

function helpOn(sheet: Sheet, name: string | undefined): number {
  return printed(name === undefined ? overview(sheet) : commandHelp(sheet, commandNamed(sheet.say, name)))
}

function commandNamed(say: Say, name: string): Command {
  const command = commands.find((one) => one.name === name)
  if (command) return command
  const near = nearest(
    name,
    commands.map((one) => one.name),
  )
  const hint = near ? say('didYouMean', { name: `loggia ${near}` }) : say('seeHelp')
  throw new CommandFailure(`${say('noSuchCommand', { name })} ${hint}`, exit.usage)
}

function tooMany(say: Say, { name, args }: Command, positionals: readonly string[]): CommandFailure {
  const extra = JSON.stringify(positionals.at(-1))
  return new CommandFailure(say('tooMany', { extra, usage: `loggia ${name} ${args}`.trim() }), exit.usage)
}

interface Parsed {
  readonly values: Readonly<Record<string, unknown>>
  readonly positionals: readonly string[]
}

function parse(say: Say, command: Command, args: readonly string[]): Parsed {
  try {
    return parseArgs({
      args: [...args],
      options: parseOptions(command.options),
      allowPositionals: true,
      strict: true,
    })
  } catch (cause) {
    throw new CommandFailure(optionFault(say, command, cause), exit.usage, { cause })
  }
}

function optionFault(say: Say, command: Command, cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause)
  const option = /'(--?[^' <=]+)/.exec(message)?.[1] ?? ''
  const code = cause instanceof Error && 'code' in cause ? cause.code : ''
  if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return say('optionValue', { option, command: command.name })
  const known = Object.keys({ ...command.options, ...everywhere }).map((name) => `--${name}`)
  const near = nearest(option, known)
  const hint = near ? say('didYouMean', { name: near }) : say('optionHint', { command: command.name })
  return `${say('unknownOption', { option, command: command.name })} ${hint}`
}

function hasColour(args: readonly string[]): boolean {
  const { env, stdout } = process
  return stdout.isTTY === true && !args.includes('--no-color') && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
}

function printed(text: string): number {
  process.stdout.write(`${text}\n`)
  return exit.done
}

async function printVersion(): Promise<number> {
  const { default: manifest } = (await import('../../package.json', { with: { type: 'json' } })) as {
    default: { version: string }
  }
  return printed(`loggia ${manifest.version}`)
}

/**
 * Errors of ours say what happened and what to do; anything else says what it is, and where with --debug. They quote
 * what was typed, read or answered, so they are made harmless here, all of them.
 */
async function report(say: Say, error: unknown, debug: boolean): Promise<number> {
  const { safeText } = await import('#protocol')
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof CommandFailure ? error.code : exit.failed
  process.stderr.write(`loggia: ${safeText(message)}\n`)
  if (debug && error instanceof Error)
    process.stderr.write(`${safeText(`${error.stack ?? ''}\n${causesOf(error)}`)}`)
  else if (isSurprise(error)) process.stderr.write(`${say('surprise')}\n`)
  return code
}

/** An error that nobody wrote for people: its own words may not help, so where to look is said too. */
function isSurprise(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError
}

function causesOf(error: Error): string {
  return error.cause instanceof Error ? `because: ${error.cause.stack ?? error.cause.message}\n` : ''
}

/**
 * Until the returned function is called, an end of the process that looks like success is none: the code of a team can
 * end it, or leave it with nothing to wait for (Node's code 13).
 */
function refuseEarlyEnd(say: Say): () => void {
  const onExit = (code: number): void => {
    if (code !== exit.done && code !== unsettled) return
    process.exitCode = exit.failed
    process.stderr.write(`loggia: ${say('endedEarly')}\n`)
  }
  process.on('exit', onExit)
  return () => process.off('exit', onExit)
}

/** Node's exit code when nothing is left to wait for and the program has not come to its end. */
const unsettled = 13

/** When whoever reads our output has gone, what is still written is dropped and the work goes on. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error
    })
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.destroyed || stream.writableLength === 0) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  stream.write('', () => resolve())
  return promise
}
