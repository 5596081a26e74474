import { parseArgs } from 'node:util'
import { type Command, everywhere, givenOf, parseOptions } from './command.ts'
import { CommandFailure, exit } from './failure.ts'
import { commandHelp, overview } from './help.ts'
import { commands } from './table.ts'
import { processTerminal, type Terminal } from './terminal.ts'

/** Runs what the command line says and gives back the exit code. Without a command it opens the demo team. */
async function main(argv: readonly string[]): Promise<number> {
  const [first, ...rest] = argv
  if (first === '--version') return printVersion()
  const named = first !== undefined && !first.startsWith('-')
  const command = commands.find(({ name }) => name === (named ? first : 'chat'))
  const terminal = processTerminal({ lang: peek(argv, '--lang'), noColor: argv.includes('--no-color') })
  try {
    if (!named && argv.includes('--help')) return printed(terminal, overview(terminal))
    if (!command) throw new CommandFailure(unknown(terminal, first ?? ''), exit.usage)
    return await runCommand(terminal, command, named ? rest : argv)
  } catch (error) {
    return report(terminal, error, argv.includes('--debug'))
  }
}

async function runCommand(terminal: Terminal, command: Command, args: readonly string[]): Promise<number> {
  const { values, positionals } = parse(command, args)
  if (values['help'] === true) return printed(terminal, commandHelp(terminal, command))
  const run = await command.load()
  return run(givenOf(terminal, positionals, values), terminal)
}

function parse(
  command: Command,
  args: readonly string[],
): { readonly values: Readonly<Record<string, unknown>>; readonly positionals: readonly string[] } {
  try {
    return parseArgs({
      args: [...args],
      options: parseOptions(command.options),
      allowPositionals: true,
      strict: true,
    })
  } catch (cause) {
    const known = Object.keys({ ...command.options, ...everywhere }).map((name) => `--${name}`)
    const message = cause instanceof Error ? (cause.message.split('. ')[0] ?? cause.message) : String(cause)
    throw new CommandFailure(`${message} (loggia ${command.name}: ${known.join(' ')})`, exit.usage, { cause })
  }
}

function peek(argv: readonly string[], option: string): string | undefined {
  const place = argv.indexOf(option)
  const joined = argv.find((word) => word.startsWith(`${option}=`))
  return joined ? joined.slice(option.length + 1) : place >= 0 ? argv[place + 1] : undefined
}

function printed(terminal: Terminal, text: string): number {
  terminal.out(text)
  return exit.done
}

async function printVersion(): Promise<number> {
  const { default: manifest } = (await import('../../package.json', { with: { type: 'json' } })) as {
    default: { version: string }
  }
  process.stdout.write(`loggia ${manifest.version}\n`)
  return exit.done
}

function unknown({ say }: Terminal, name: string): string {
  const near = commands.find(
    (command) => command.name.startsWith(name.slice(0, 3)) || name.startsWith(command.name),
  )
  const hint = near ? ` ${say('didYouMean', { name: near.name })}` : ''
  return `${say('noSuchCommand', { name })}${hint} loggia --help`
}

/** Errors of ours say what to do; anything else says what it is, and where with --debug. */
function report(terminal: Terminal, error: unknown, debug: boolean): number {
  const message = error instanceof Error ? error.message : String(error)
  terminal.note(`${terminal.paint.red('✗')} ${message}`)
  if (debug && error instanceof Error) terminal.note(String(error.stack))
  return error instanceof CommandFailure ? error.code : exit.failed
}

process.exitCode = await main(process.argv.slice(2))
