import type { Json } from '#protocol'
import { isRecord } from './json.ts'

const titles = ['name', 'title', 'label', 'subject', '名称', '标题', 'id']
const shown = 8

/** JSON as lines a person can read; every value stays as it is. */
export function render(data: Json): string {
  if (Array.isArray(data)) return listed(data)
  if (!isRecord(data)) return String(data)
  return Object.entries(data)
    .filter(([, value]) => value !== null && value !== '')
    .map(([key, value]) =>
      Array.isArray(value) || isRecord(value)
        ? `${key}:\n${indent(render(value))}`
        : `${key}: ${String(value)}`,
    )
    .join('\n')
}

function listed(items: readonly Json[]): string {
  const lines = items.slice(0, shown).map((item) => `- ${isRecord(item) ? summary(item) : render(item)}`)
  return items.length > shown ? [...lines, `… +${items.length - shown}`].join('\n') : lines.join('\n')
}

function summary(item: { readonly [key: string]: Json }): string {
  const title = titles.find((key) => typeof item[key] === 'string' || typeof item[key] === 'number')
  const rest = Object.entries(item).filter(
    ([key, value]) =>
      key !== title && value !== null && !isRecord(value) && !(Array.isArray(value) && value.length === 0),
  )
  const details = rest
    .slice(0, shown)
    .map(
      ([key, value]) =>
        `${key} ${Array.isArray(value) ? value.slice(0, 5).map(String).join('/') : String(value)}`,
    )
  const head = title === undefined ? '' : String(item[title])
  return head === '' ? details.join(', ') : `${head}${details.length > 0 ? ` (${details.join(', ')})` : ''}`
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')
}
