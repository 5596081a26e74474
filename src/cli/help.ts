import { type Command, everywhere, type OptionWords } from './command.ts'
import { commands } from './table.ts'
import type { Say } from './words/words.ts'

/** What help is written with. */
export interface Sheet {
  readonly say: Say
  readonly bold: (text: string) => string
}

/** What loggia can do, a line a command. */
export function overview(sheet: Sheet): string {
  const { say, bold } = sheet
  const width = Math.max(...commands.map(({ name, args }) => name.length + args.length + 1)) + 2
  const row = ({ name, args, help }: Command): string =>
    `  ${bold(name)} ${args.padEnd(width - name.length - 1)}${say(help)}`
  const group = (which: Command['group']): string[] => [
    bold(say(`group.${which}`)),
    ...commands.filter((command) => command.group === which).map(row),
    '',
  ]
  return [
    say('tagline'),
    '',
    `${bold(say('usage'))}  loggia [${say('commandWord')}]   ${say('noCommand')}`,
    '',
    ...group('work'),
    ...group('look'),
    ...group('hands'),
    ...group('house'),
    bold(say('everywhere')),
    ...optionRows(sheet, everywhere),
    '',
    `${bold(say('exitCodes'))}  ${say('exitCodeList')}`,
    say('more'),
  ].join('\n')
}

/** How one command is called. */
export function commandHelp(sheet: Sheet, { name, args, help, detail, options, examples }: Command): string {
  const { say, bold } = sheet
  return [
    say(help),
    ...(detail ? [say(detail)] : []),
    '',
    `${bold(say('usage'))}  loggia ${name}${args === '' ? '' : ` ${args}`}`,
    '',
    ...(examples.length > 0 ? [bold(say('examples')), ...examples.map((line) => `  ${line}`), ''] : []),
    bold(say('options')),
    ...optionRows(sheet, { ...options, ...everywhere }),
  ].join('\n')
}

function optionRows({ say, bold }: Sheet, options: Readonly<Record<string, OptionWords>>): string[] {
  return Object.entries(options).map(([name, { takes, help }]) => {
    const left = `--${name}${takes === undefined ? '' : ` ${takes}`}`
    return `  ${bold(left)}${' '.repeat(Math.max(2, 22 - left.length))}${say(help)}`
  })
}
