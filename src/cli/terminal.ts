import { type Paint, paint } from '#tui'
import { type Locale, localeFrom, type Say, sayIn } from './words/words.ts'

/** Where a command writes and what it knows of its surroundings. The only place that touches the process's streams. */
export interface Terminal {
  readonly say: Say
  readonly locale: Locale
  readonly paint: Paint
  /** A person is looking: progress may be redrawn and questions asked. */
  readonly interactive: boolean
  readonly columns: number
  readonly env: Readonly<Record<string, string | undefined>>
  /** A line of the result, to standard output. */
  out(text: string): void
  /** A line about the result, to standard error. */
  note(text: string): void
  /** Raw text to standard output, for redrawing. */
  raw(text: string): void
}

export interface TerminalOptions {
  readonly lang?: string | undefined
  readonly noColor?: boolean | undefined
}

/** The terminal of this process. Writing to a pipe that was closed ends the process quietly, as other tools do. */
export function processTerminal({ lang, noColor }: TerminalOptions): Terminal {
  const { stdout, stderr, stdin, env } = process
  for (const stream of [stdout, stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0)
      throw error
    })
  const locale: Locale = lang === 'zh' || lang === 'en' ? lang : localeFrom(env)
  const colour = stdout.isTTY === true && !noColor && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
  return {
    say: sayIn(locale),
    locale,
    paint: paint({ colour }),
    interactive: stdout.isTTY === true && stdin.isTTY === true,
    get columns() {
      return stdout.columns ?? 80
    },
    env,
    out: (text) => stdout.write(`${text}\n`),
    note: (text) => stderr.write(`${text}\n`),
    raw: (text) => stdout.write(text),
  }
}
