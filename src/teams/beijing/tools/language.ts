export type Lang = 'zh' | 'en'

/** The language to answer in: the one asked for, else that of the request: Chinese when it holds Han characters. */
export function langOf(
  lang: Lang | undefined,
  request: string,
  ...texts: readonly (string | undefined)[]
): Lang {
  if (lang) return lang
  const said = request.trim() === '' ? texts.join(' ') : request
  return /\p{Script=Han}/u.test(said) || said.trim() === '' ? 'zh' : 'en'
}
