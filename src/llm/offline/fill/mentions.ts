import { amountOf } from './numbers.ts'
import type { Property } from './property.ts'

const quoted =
  /["“「『《]([^"”」』》\n]{1,200})["”」』》]|(?<![\p{L}\p{N}])'([^'\n]{2,200})'(?![\p{L}\p{N}])/gu
const identifier =
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|(?<![\p{L}\p{N}])(?:[A-Za-z]{1,10}[-_]\d[\w-]*|[A-Z]{1,6}\d{2,}[A-Z0-9-]*|#\d+|\d{3,}(?![\d.]*\s*(?:元|块|分|人|个|天|晚|dollars|yuan|%)))(?![\p{L}\p{N}])/gu
const path =
  /(?<![\p{L}\p{N}])(?:~?\.{0,2}\/)?(?:[\w.-]+\/)*[\w-]+\.[A-Za-z][A-Za-z0-9]{0,7}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}/:])(?:~|\.{1,2})?\/[\w./-]+/gu
const email = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu
const url = /https?:\/\/[^\s，。；、）)"'<>]+/gu
const clock =
  /(上午|早上|中午|下午|晚上|傍晚)?\s*(\d{1,2}|[一二两三四五六七八九十]{1,3}(?=点))(?:[:：点](\d{2}|半)?|(?=\s*[ap]\.?m\b))\s*(am|pm|a\.m\.|p\.m\.)?/giu

/** Text in quotation marks, in order. */
export function quotedIn(text: string): readonly string[] {
  return [...text.matchAll(quoted)].map((match) => match[1] ?? match[2] ?? '')
}

/** Things that look like the number of an order, a ticket, an invoice. */
export function identifiersIn(text: string): readonly string[] {
  return [...text.replaceAll(email, ' ').matchAll(identifier)].map(([id]) => id)
}

export function pathsIn(text: string): readonly string[] {
  return [...text.replaceAll(url, ' ').replaceAll(email, ' ').matchAll(path)].map(([found]) => found)
}

export function emailsIn(text: string): readonly string[] {
  return [...text.matchAll(email)].map(([found]) => found)
}

export function urlsIn(text: string): readonly string[] {
  return [...text.matchAll(url)].map(([found]) => found)
}

/** Times of day as HH:MM. */
export function timesIn(text: string): readonly string[] {
  return [...text.matchAll(clock)].flatMap(([, part = '', hour = '', minutes = '00', half = '']) => {
    const inDay = hourOf(amountOf(hour), part, half)
    return inDay > 24 ? [] : [`${String(inDay).padStart(2, '0')}:${minutes === '半' ? '30' : minutes}`]
  })
}

function hourOf(hour: number, part: string, half: string): number {
  const isLate = /下午|晚上|傍晚/u.test(part) || /^p/iu.test(half)
  if (isLate && hour < 12) return hour + 12
  return hour === 12 && /^a/iu.test(half) ? 0 : hour
}

/** Value that stands after the property's own name: "priority: high", "title is …", 标题是…. */
export function namedValue(text: string, { name, description, type }: Property): string | undefined {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/gu, '$1 $2')
    .replaceAll(/[_-]+/gu, ' ')
    .trim()
  const label = /[\u4E00-\u9FFF]{2,6}/u.exec(description)?.[0]
  const labels = [words, ...(label ? [label] : [])].map((each) =>
    each.replaceAll(/[.*+?^${}()|[\]\\]/gu, '\\$&').replaceAll(' ', '[\\s_-]*'),
  )
  const value = '(?:["“「『《]([^"”」』》\\n]+)["”」』》]|([^\\s,，。;；!?！？"“]+))'
  const joint = '\\s*(?:(?:is|=|:|：|to|as|named|called|是|为|设为|改为|叫)\\s*)'
  const loose = type === 'string' ? joint : `${joint}?\\s*`
  const pattern = new RegExp(`(?<![\\p{Script=Latin}\\p{N}])(?:${labels.join('|')})${loose}${value}`, 'iu')
  const match = pattern.exec(text)
  return match?.[1] ?? match?.[2]
}

/** First part of a text that a schema's pattern accepts. Long patterns are not run: they come from outside. */
export function matching(text: string, pattern: string): string | undefined {
  if (pattern.length > 120 || /(?:[+*]\)|\})[+*{]/u.test(pattern)) return undefined
  try {
    const bare = pattern.replace(/^\^/u, '').replace(/\$$/u, '')
    return new RegExp(`(?<![\\p{L}\\p{N}])(?:${bare})(?![\\p{Script=Latin}\\p{N}])`, 'u').exec(
      text.slice(0, 2000),
    )?.[0]
  } catch {
    // A pattern of another dialect tells us nothing.
    return undefined
  }
}
