import { wordsOf } from '#protocol'

/** The first word of a text as the matcher sees it, with how many characters of the text it takes. */
export interface SpokenWord {
  readonly term: string
  readonly text: string
  readonly length: number
}

const head = /^(?:the |our )?(?:[A-Za-z][A-Za-z-]+|\p{Script=Han}{2,8})/iu
const article = /^(?:the |our )/iu

/** The word a text begins with; undefined when it begins with a function word or none. */
export function firstWord(text: string): SpokenWord | undefined {
  const match = head.exec(text)
  if (!match) return undefined
  const skipped = article.exec(match[0])?.[0].length ?? 0
  const [word] = wordsOf(match[0].slice(skipped))
  if (word?.start !== 0 || word.weight < 1) return undefined
  return { term: word.term, text: word.text, length: skipped + word.end }
}

/** Code, addresses and quoted text as blanks of the same length: what stands in them addresses nobody. */
export function withoutQuotes(text: string): string {
  return text.replaceAll(
    /```[\s\S]*?(?:```|$)|`[^`\n]*`|https?:\/\/\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|"[^"\n]{0,400}"|“[^”\n]{0,400}”|「[^」\n]{0,400}」|『[^』\n]{0,400}』/gu,
    (span) => ' '.repeat(span.length),
  )
}

const leading =
  /^(?:[\s,，.。:：;；、!！\-—]+|(?:please|kindly|first|also|to|then|next|finally|should|must|(?:needs|has) to)\b\s*|请|先|来|去|再|负责|帮忙|帮我)+/iu
const trailing =
  /(?:[\s,，.。:：;；、\-—]+|\b(?:and|then|next|finally|afterwards?|after that|please|first)|(?:然后|接着|随后|之后|最后|并且|而后|再|并|请|先|完了|后))+$/iu

/** A step's words without what ties it to the others. */
export function bareWords(text: string): string {
  return text.replace(leading, '').replace(trailing, '').trim()
}
