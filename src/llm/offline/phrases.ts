import type { Language } from './language.ts'

/** Everything the rules say in their own words. */
export interface Phrases {
  readonly why: string
  readonly nothing: string
  readonly abilities: (list: readonly string[]) => string
  readonly ask: (what: string, tool: string) => string
  readonly failed: (source: string, error: string) => string
  readonly instead: (list: readonly string[]) => string
  readonly skipped: (names: readonly string[]) => string
  readonly pending: (source: string) => string
  readonly judge: string
  readonly facts: string
  readonly said: (source: string, text: string) => string
  readonly greeting: string
  readonly thanks: string
  readonly empty: (source: string) => string
  readonly colon: string
}

export const phrases: Readonly<Record<Language, Phrases>> = {
  en: {
    why: 'Rules decided this, not a language model.',
    nothing: 'I found nothing I can do for this request. I follow rules offline; I am not a language model.',
    abilities: (list) => `What can be done here:\n${list.map((line) => `- ${line}`).join('\n')}`,
    ask: (what, tool) => `Before I can use ${tool} I need to know: ${what}. What should it be?`,
    failed: (source, error) => `${source} did not succeed: ${error}`,
    instead: (list) => `You can try again with other words, or use: ${list.join(', ')}.`,
    skipped: (names) => `Not started, because it rests on that: ${names.join(', ')}.`,
    pending: (source) => `${source} is working on it in the background; the result will come as a report.`,
    judge: 'Whether that is a yes or a no is yours to judge: offline rules only collect facts.',
    facts: 'Facts:',
    said: (source, text) => `According to ${source}: ${text}`,
    greeting: 'Hello. I follow rules offline; I am not a language model.',
    thanks: 'You are welcome.',
    empty: (source) => `${source} returned nothing.`,
    colon: ': ',
  },
  zh: {
    why: '以下由规则决定，不是语言模型。',
    nothing: '这个请求里没有我能做的事。我是离线规则，不是语言模型。',
    abilities: (list) => `这里可以做：\n${list.map((line) => `- ${line}`).join('\n')}`,
    ask: (what, tool) => `使用 ${tool} 之前还需要知道：${what}。请告诉我。`,
    failed: (source, error) => `${source} 没有成功：${error}`,
    instead: (list) => `可以换个说法再试，或者使用：${list.join('、')}。`,
    skipped: (names) => `因为依赖上面的结果，没有开始：${names.join('、')}。`,
    pending: (source) => `${source} 正在后台处理，完成后会有报告。`,
    judge: '是否合适请您判断：离线规则只汇总事实，不作判断。',
    facts: '事实：',
    said: (source, text) => `据 ${source}：${text}`,
    greeting: '您好。我是离线规则，不是语言模型。',
    thanks: '不客气。',
    empty: (source) => `${source} 没有返回内容。`,
    colon: '：',
  },
}

/** An answer that ends by asking the user something. */
export const asksBack = /(?:[?？]|请告诉我。)\s*$/u
