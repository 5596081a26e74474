import { type Command, everywhere, type OptionWords } from './command.ts'
import { commands } from './table.ts'
import type { Terminal } from './terminal.ts'

/** What loggia can do, a line a command. */
export function overview({ say, paint }: Terminal): string {
  const width = Math.max(...commands.map(({ name, args }) => name.length + args.length + 1))
  const rows = commands.map(
    ({ name, args, help }) => `  ${paint.bold(name)} ${args.padEnd(width - name.length)} ${say(help)}`,
  )
  return [
    say('tagline'),
    '',
    `${say('usage')}: loggia [COMMAND]`,
    '',
    `${say('commands')}:`,
    ...rows,
    '',
    `${say('everywhere')}:`,
    ...optionRows({ say, paint }, everywhere),
    '',
    say('more'),
  ].join('\n')
}

/** How one command is called. */
export function commandHelp(terminal: Terminal, { name, args, help, options }: Command): string {
  const { say } = terminal
  return [
    say(help),
    '',
    `${say('usage')}: loggia ${name}${args === '' ? '' : ` ${args}`}`,
    '',
    `${say('options')}:`,
    ...optionRows(terminal, { ...options, ...everywhere }),
  ].join('\n')
}

function optionRows(
  { say, paint }: Pick<Terminal, 'say' | 'paint'>,
  options: Readonly<Record<string, OptionWords>>,
): string[] {
  return Object.entries(options).map(([name, { type, help }]) => {
    const left = `--${name}${type === 'string' ? ' …' : ''}`
    return `  ${paint.bold(left.padEnd(18))} ${say(help)}`
  })
}
