/** Suffix, shortest stem it may leave, what takes its place. Tried in order, each group once. */
const groups: readonly (readonly (readonly [string, number, string])[])[] = [
  [
    ['ies', 2, 'y'],
    ['sses', 1, 'ss'],
    ['shes', 2, 'sh'],
    ['ches', 2, 'ch'],
    ['xes', 2, 'x'],
    ['s', 3, ''],
  ],
  [
    ['ingly', 3, ''],
    ['edly', 3, ''],
    ['ing', 3, ''],
    ['ied', 2, 'y'],
    ['ed', 3, ''],
    ['ly', 4, ''],
  ],
  [
    ['ation', 4, ''],
    ['ate', 4, ''],
    ['ator', 4, ''],
    ['ion', 4, ''],
    ['able', 4, ''],
    ['ible', 4, ''],
    ['al', 4, ''],
  ],
  [
    ['ment', 4, ''],
    ['er', 5, ''],
    ['or', 5, ''],
    ['e', 3, ''],
  ],
]
const keeps = /(?:ss|us|is|ous)$/u
const latin = /^[a-z]+$/u
const vowel = /[aeiouy]/u
const doubled = /([bdfgklmnprtvz])\1$/u

/** A light English stem: equal for the usual forms of a word; other scripts pass through unchanged. */
export function stem(word: string): string {
  if (word.length < 4 || !latin.test(word)) return word
  let rest = word
  for (const [place, group] of groups.entries()) {
    if (place === 0 && keeps.test(rest)) continue
    rest = strip(rest, group)
  }
  return rest.endsWith('y') && rest.length > 3 ? `${rest.slice(0, -1)}i` : rest
}

function strip(word: string, group: (typeof groups)[number]): string {
  for (const [suffix, shortest, instead] of group) {
    if (!word.endsWith(suffix)) continue
    const left = word.slice(0, -suffix.length)
    if (left.length < shortest || !vowel.test(left)) continue
    const bare = instead === '' && suffix !== 's' && doubled.test(left) ? left.slice(0, -1) : left
    return bare + instead
  }
  return word
}
