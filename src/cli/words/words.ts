import { en } from './en.ts'
import { zh } from './zh.ts'

export type WordKey = keyof typeof en
export type Words = { readonly [Key in WordKey]: string }
export type Locale = 'en' | 'zh'

const tables: { readonly [Lang in Locale]: Words } = { en, zh }

/** Says something in one language; `{name}` in the text is filled in. */
export type Say = (key: WordKey, about?: Readonly<Record<string, string | number>>) => string

/** The words of one language. */
export function sayIn(locale: Locale): Say {
  const table = tables[locale]
  return (key, about = {}) =>
    table[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(about[name] ?? whole))
}

/** The language of the environment: Chinese when the locale says so, else English. */
export function localeFrom(env: Readonly<Record<string, string | undefined>>): Locale {
  const name = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  return /^zh/i.test(name) ? 'zh' : 'en'
}
