import { createInterface, type Interface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

const pasteBegins = '\u001b[200~'
const pasteEnds = '\u001b[201~'
const bracketedPaste = { on: '\u001b[?2004h', off: '\u001b[?2004l' } as const
const interrupt = '\u0003'
const suspend = '\u001a'
/** Stands for a line break while a line is edited; Alt-Enter and pasted line breaks make it. */
const breakSign = '⏎'

export interface LineOptions {
  /** Ends the question without an answer. */
  readonly signal?: AbortSignal
  /** Lines to go back to with the arrow keys, newest first. */
  readonly history?: readonly string[]
}

/**
 * The keys of a person at a terminal, in raw mode from the first use to the end. Between questions keys are kept for
 * the next one, so nothing typed shows up in the middle of what is drawn; Ctrl-C is heard at any time.
 */
export class Keyboard {
  /** Called on Ctrl-C, during a question too. */
  onInterrupt: (() => void) | undefined
  /** Called when the program is back in the foreground. */
  onForeground: (() => void) | undefined
  readonly #stdin: NodeJS.ReadStream
  readonly #stdout: NodeJS.WriteStream
  readonly #decoder = new StringDecoder('utf8')
  #typed = ''
  #pasting = false
  #carry = ''
  #keys: PassThrough | undefined
  #open = false
  #editor: Interface | undefined

  constructor(stdin: NodeJS.ReadStream, stdout: NodeJS.WriteStream) {
    this.#stdin = stdin
    this.#stdout = stdout
  }

  /** Listens from now on. */
  open(): void {
    if (this.#open) return
    this.#open = true
    this.#stdin.setRawMode(true)
    this.#stdin.on('data', this.#take)
    this.#stdin.resume()
  }

  /** Gives the terminal back as it was. */
  close(): void {
    if (!this.#open) return
    this.#open = false
    this.#stdin.off('data', this.#take)
    this.#stdin.pause()
    this.#stdin.setRawMode(false)
    this.#stdout.write(bracketedPaste.off)
  }

  /** One line from the person; undefined at the end of input (Ctrl-D) or when the signal ends the question. */
  async line(prompt: string, { signal, history = [] }: LineOptions = {}): Promise<string | undefined> {
    if (signal?.aborted) return undefined
    this.open()
    const keys = terminalLike(new PassThrough())
    const editor = createInterface({
      input: keys,
      output: this.#stdout,
      terminal: true,
      prompt,
      history: [...history],
      historySize: 200,
    })
    this.#stdout.write(bracketedPaste.on)
    try {
      return await this.#edited(editor, keys, signal)
    } finally {
      this.#keys = undefined
      this.#editor = undefined
      editor.close()
      this.#stdout.write(bracketedPaste.off)
    }
  }

  async #edited(
    editor: Interface,
    keys: PassThrough,
    signal: AbortSignal | undefined,
  ): Promise<string | undefined> {
    const { promise, resolve } = Promise.withResolvers<string | undefined>()
    let isBelow = false
    const below = (): void => {
      if (!isBelow) this.#stdout.write('\r\n')
      isBelow = true
    }
    const end = (): void => resolve(undefined)
    editor.on('line', (line) => resolve(line.replaceAll(breakSign, '\n')))
    editor.on('close', end)
    editor.on('SIGINT', () => {
      below()
      this.onInterrupt?.()
    })
    editor.on('SIGTSTP', () => this.#toBackground())
    editor.on('SIGCONT', () => {
      this.#stdout.write(bracketedPaste.on)
      editor.prompt(true)
    })
    signal?.addEventListener('abort', end, { once: true })
    editor.prompt()
    this.#keys = keys
    this.#editor = editor
    const before = this.#typed
    this.#typed = ''
    if (before !== '') this.#give(keys, before)
    try {
      const line = await promise
      if (line === undefined) below()
      return line
    } finally {
      signal?.removeEventListener('abort', end)
    }
  }

  readonly #take = (chunk: Buffer): void => {
    const text = this.#translate(this.#decoder.write(chunk))
    if (this.#keys) this.#give(this.#keys, text)
    else this.#keep(text)
  }

  /** Keys up to the end of the line go to the question; what follows is kept for the next one. */
  #give(keys: PassThrough, text: string): void {
    const end = text.search(/[\r\n]/)
    keys.write(end < 0 ? text : text.slice(0, end + 1))
    if (end < 0) return
    this.#keys = undefined
    this.#keep(text.slice(end + 1))
  }

  #keep(text: string): void {
    for (const key of text) {
      if (key === interrupt) {
        this.#typed = ''
        this.onInterrupt?.()
      } else if (key === suspend) this.#toBackground()
      else this.#typed += key
    }
  }

  /** Line breaks inside a paste, and Alt-Enter, become a sign in the line; everything else stays. */
  #translate(chunk: string): string {
    let rest = this.#carry + chunk
    this.#carry = ''
    let text = ''
    while (rest !== '') {
      const marker = this.#pasting ? pasteEnds : pasteBegins
      const place = rest.indexOf(marker)
      const part = place < 0 ? rest : rest.slice(0, place)
      rest = place < 0 ? '' : rest.slice(place + marker.length)
      if (this.#pasting && place < 0) {
        const split = partOf(part, pasteEnds)
        this.#carry = part.slice(part.length - split)
        text += pasted(part.slice(0, part.length - split))
      } else text += this.#pasting ? pasted(part) : part.replaceAll('\u001b\r', breakSign)
      if (place >= 0) this.#pasting = !this.#pasting
    }
    return text
  }

  #toBackground(): void {
    const wasOpen = this.#open
    this.close()
    // Holds the process alive: it comes back with nothing else to wait for.
    const alive = setInterval(() => undefined, 2 ** 30)
    process.once('SIGCONT', () => {
      clearInterval(alive)
      if (wasOpen) this.open()
      this.onForeground?.()
      this.#editor?.emit('SIGCONT')
    })
    // The whole group: whoever started this process is to be stopped by the shell too.
    process.kill(0, 'SIGTSTP')
  }
}

/** Text as it may stand in one line: breaks as signs, no control characters that would be taken for keys. */
function pasted(text: string): string {
  return text
    .replaceAll(/\r\n?|\n/g, breakSign)
    .replaceAll('\t', '  ')
    .replaceAll(/\p{Cc}/gu, '')
}

/** How many characters at the end of the text may be the beginning of the marker. */
function partOf(text: string, marker: string): number {
  for (let size = Math.min(marker.length - 1, text.length); size > 0; size -= 1)
    if (text.endsWith(marker.slice(0, size))) return size
  return 0
}

/** Readline edits only what looks like a terminal; the real one is in raw mode already. */
function terminalLike(keys: PassThrough): PassThrough {
  return Object.assign(keys, { isTTY: true, setRawMode: () => keys })
}
