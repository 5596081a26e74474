import { safeLine } from '#protocol'
import { type Paint, paint, type ScreenPort, showCursor } from '#tui'
import { Keyboard } from './keyboard.ts'
import type { Locale, Say } from './words/words.ts'

/** Where a command writes and what it knows of its surroundings. The only place that touches the process's streams. */
export interface Terminal {
  readonly say: Say
  readonly locale: Locale
  readonly paint: Paint
  /** A person is looking and may answer: progress is redrawn, questions are asked. Without a keyboard, nobody is. */
  readonly keyboard: Keyboard | undefined
  readonly columns: number
  readonly screen: ScreenPort
  readonly env: Readonly<Record<string, string | undefined>>
  /** What `--data` said, for commands that are told to be typed next. */
  readonly data: string | undefined
  /** A line of the result, to standard output. */
  out(text: string): void
  /** A line about the result, to standard error. */
  note(text: string): void
  /** Tells of a new size until the returned function is called. */
  onResize(action: () => void): () => void
}

export interface TerminalOptions {
  readonly say: Say
  readonly locale: Locale
  readonly colour: boolean
  readonly data: string | undefined
}

/**
 * The terminal of this process. When whoever reads the output has gone, what is still written is dropped and the work
 * goes on: `loggia run … | head -1` loses nothing.
 */
export function processTerminal({ say, locale, colour, data }: TerminalOptions): Terminal {
  const { stdout, stderr, stdin, env } = process
  const isDumb = env['TERM'] === 'dumb'
  const keyboard =
    stdout.isTTY && stderr.isTTY && stdin.isTTY && !isDumb ? new Keyboard(stdin, stdout) : undefined
  if (keyboard)
    process.on('exit', () => {
      keyboard.close()
      stdout.write(showCursor)
    })
  return {
    say,
    locale,
    paint: paint({ colour }),
    keyboard,
    get columns() {
      return columnsOf(stdout, env)
    },
    screen: {
      write: (text) => stdout.write(text),
      columns: () => columnsOf(stdout, env),
      rows: () => stdout.rows ?? 24,
    },
    env,
    data: data === undefined ? undefined : safeLine(data),
    out: (text) => stdout.write(`${text}\n`),
    note: (text) => stderr.write(`${text}\n`),
    onResize(action) {
      stdout.on('resize', action)
      return () => stdout.off('resize', action)
    },
  }
}

function columnsOf(stdout: NodeJS.WriteStream, env: NodeJS.ProcessEnv): number {
  return stdout.columns ?? (Number(env['COLUMNS']) || 100)
}
