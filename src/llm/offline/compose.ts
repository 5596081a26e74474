import { wordsOf } from '#protocol'
import type { ToolSpec } from '../model.ts'
import { extract, nearest } from './extract.ts'
import { inLanguage, type Language } from './language.ts'
import { targetOf } from './outcome.ts'
import { phrases } from './phrases.ts'
import { render } from './render.ts'
import type { Exchange, Scene } from './scene.ts'

const wholeUpTo = 1000
const sharedUpTo = 700
const abilityLines = 12

/** Asks to judge, which rules do not do. */
const judging =
  /(?:[吗嗎]|(?<![什怎那这多])[么麼])\s*(?:[?？。，,]|$)|(?:是否|能不能|可不可以|好不好|要不要|行不行|合不合适|适不适合)|^\s*(?:is|are|was|were|do|does|did|can|could|will|would|should|may|has|have)\b[^.!]*\??|(?:^|[,;]\s*)(?:is|are|will|would|can|should)\s+(?:it|that|this|they|we|i|there)\b/iu
const greeting = /^\s*(?:hi|hello|hey|good (?:morning|afternoon|evening)|你好|您好|嗨|早上好|下午好|晚上好)/iu
const thanks = /^\s*(?:thanks|thank you|cheers|great|谢谢|多谢|感谢|太好了)/iu

/** The answer from what the calls of this turn returned: extracts per source, errors by name, facts where they help. */
export function compose(
  scene: Scene,
  results: readonly Exchange[],
  tools: readonly ToolSpec[],
  skipped: readonly string[],
): string {
  const words = phrases[scene.language]
  const settled = withReports(results, scene.reports)
  const room = settled.length > 1 ? sharedUpTo : wholeUpTo
  const bodies = settled.map((exchange) => ({
    source: sourceOf(exchange),
    body: bodyOf(exchange, scene, room),
    exchange,
  }))
  const labelled = new Set(bodies.map(({ source }) => source)).size > 1
  const parts = bodies.map(({ source, body, exchange }) =>
    labelled && exchange.status === 'done' ? labelledBody(source, body, words.colon) : body,
  )
  const failed = settled.filter(({ status }) => status === 'failed')
  const others = tools
    .filter(({ name }) => !failed.some(({ tool }) => tool === name))
    .map(({ name }) => targetOf(name) ?? name)
  if (skipped.length > 0) parts.push(words.skipped(skipped))
  if (failed.length > 0 && others.length > 0) parts.push(words.instead(others.slice(0, 6)))
  if (judging.test(scene.query) && settled.some(({ status }) => status === 'done')) {
    parts.push(...factLines(settled, parts.join('\n'), scene.language))
    if (!parts.some((part) => part.includes(words.judge))) parts.push(words.judge)
  }
  return parts.join('\n\n')
}

function labelledBody(source: string, body: string, colon: string): string {
  return body.includes('\n') ? `${source}${colon.trimEnd()}\n${body}` : `${source}${colon}${body}`
}

/** A report takes the place of the call it answers. */
function withReports(results: readonly Exchange[], reports: readonly Exchange[]): readonly Exchange[] {
  const reported = new Set(reports.map(({ agent }) => agent))
  return [...results.filter(({ status, agent }) => status !== 'pending' || !reported.has(agent)), ...reports]
}

function sourceOf({ agent, tool }: Exchange): string {
  return agent ?? tool
}

function bodyOf(exchange: Exchange, { query, language }: Scene, room: number): string {
  const words = phrases[language]
  const source = sourceOf(exchange)
  const { status, answer, data, agent } = exchange
  if (status === 'failed') return words.failed(source, answer.trim())
  if (status === 'pending') return words.pending(source)
  const text = (agent === undefined && data !== undefined ? render(data) : answer).trim()
  return text === '' ? words.empty(source) : extract(text, query, room)
}

/** Facts the text does not already say. */
function factLines(results: readonly Exchange[], text: string, language: Language): string[] {
  const facts = results.flatMap((exchange) =>
    exchange.facts.map((fact) => ({ ...fact, source: sourceOf(exchange) })),
  )
  const unsaid = facts.filter(({ value }) => !text.includes(String(value))).slice(0, abilityLines)
  if (unsaid.length === 0) return []
  const lines = unsaid.map(
    ({ slot, value, unit, source }) => `- ${slot}${phrases[language].colon}${value}${unit ?? ''} (${source})`,
  )
  return [`${phrases[language].facts}\n${lines.join('\n')}`]
}

/** What to say when nothing is called: from the words of others when they bear on the request, else what can be done. */
export function speak(scene: Scene, tools: readonly ToolSpec[]): string {
  const words = phrases[scene.language]
  const fromOthers = fromWords(scene)
  if (fromOthers !== undefined)
    return judging.test(scene.query) ? `${fromOthers}\n\n${words.judge}` : fromOthers
  const can =
    tools.length > 0
      ? `\n${words.abilities(tools.slice(0, abilityLines).map((tool) => abilityLine(tool, scene.language)))}`
      : ''
  if (thanks.test(scene.query) && wordsOf(scene.query).length <= 2) return words.thanks
  if (greeting.test(scene.query) && wordsOf(scene.query).length <= 2) return words.greeting + can
  return words.nothing + can
}

function abilityLine({ name, description }: ToolSpec, language: Language): string {
  const text = inLanguage(description, language)
  return `${targetOf(name) ?? name}${text === '' ? '' : phrases[language].colon}${text}`
}

/** Context given for this request is whole; what earlier calls returned is quoted by the sentence. */
function fromWords({ query, injections, exchanges, language }: Scene): string | undefined {
  const words = phrases[language]
  if (injections.length > 0) {
    return injections
      .map(({ sourceAgent, content }) => words.said(sourceAgent, extract(content, query, sharedUpTo)))
      .join('\n\n')
  }
  const quoted = exchanges
    .filter(({ status }) => status === 'done')
    .slice(-6)
    .flatMap((exchange) => {
      const text =
        exchange.agent === undefined && exchange.data !== undefined ? render(exchange.data) : exchange.answer
      const found = nearest(text, query, 2)
      return found.length > 0 ? [words.said(sourceOf(exchange), found.join(' '))] : []
    })
  return quoted.length > 0 && wordsOf(query).some(({ weight }) => weight >= 1)
    ? quoted.slice(-3).join('\n\n')
    : undefined
}
