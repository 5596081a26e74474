/** The two languages the rules know. */
export type Language = 'en' | 'zh'

const hanCharacter = /\p{Script=Han}/gu
const latinWord = /[A-Za-z]{2,}/gu

/** The language a text is mostly written in. */
export function languageOf(text: string): Language {
  const han = text.match(hanCharacter)?.length ?? 0
  const latin = text.match(latinWord)?.length ?? 0
  return han > 0 && han >= latin ? 'zh' : 'en'
}

/** The part of a bilingual description that is written in this language, or all of it. */
export function inLanguage(text: string, language: Language): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return (lines.find((line) => languageOf(line) === language) ?? lines[0] ?? '').trim()
}
