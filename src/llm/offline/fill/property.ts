import type { Json } from '#protocol'
import { isRecord, type JsonRecord } from '../json.ts'

/** What a value is about, told from the property's name and description. */
export type Kind =
  | 'day'
  | 'time'
  | 'place'
  | 'path'
  | 'id'
  /** A request in the user's own words. */
  | 'text'
  /** Something the words may quote: a message, a note. */
  | 'content'
  | 'keyword'
  | 'name'
  | 'email'
  | 'url'
  | 'other'

/** One argument of a tool. */
export interface Property {
  readonly name: string
  readonly schema: JsonRecord
  readonly type: string
  readonly description: string
  readonly required: boolean
  readonly kind: Kind
  /** Values the schema lists: enum first, then examples. */
  readonly declared: readonly Json[]
}

const kinds: readonly (readonly [Kind, RegExp, RegExp])[] = [
  ['email', /e[-_]?mail|邮箱/iu, /e-?mail address|邮箱/iu],
  ['url', /^(?:url|link|uri|website)$|网址|链接/iu, /\burl\b|网址/iu],
  ['path', /path|file|folder|direct|^dir$|路径|文件/iu, /\bpath\b|\bfile ?name\b|路径/iu],
  [
    'day',
    /date|^days?$|when|_day$|^day_|Day$|日期|哪天|哪一天/u,
    /\b(?:date|which day|relative day|yyyy)\b|日期|哪天|哪一天/iu,
  ],
  ['time', /time$|时间|时刻/iu, /\btime of day\b|\bHH:MM\b|几点/iu],
  [
    'id',
    /(?:^|_)(?:id|ids|number|no|code|ref|reference|key|sku)$|(?:Id|Number|Code|No)$|编号|单号|号码|代码/u,
    /\b(?:identifier|id of|number of the (?:order|invoice|ticket))\b|编号|单号/iu,
  ],
  [
    'place',
    /place|city|location|area|region|address|near|where|district|destination|origin|country|venue|town|^from$|^to$|地点|城市|位置|附近|目的地|地区|地方|地址/iu,
    /\b(?:city|place|location|town|district|destination)\b|城市|地点|地名/iu,
  ],
  [
    'keyword',
    /keyword|terms?$|search|filter|topic|subject|tags?$|categor|关键词|主题|类别|类型|^kind$|^type$/iu,
    /\bkeywords?\b|关键词/iu,
  ],
  [
    'text',
    /task|query|question|prompt|goal|input|request|instruction|问题|任务|^q$/iu,
    /\b(?:what to (?:do|ask|say)|free text|in words)\b|原话/iu,
  ],
  [
    'content',
    /text|message|content|body|description|notes?$|summary|comment|reason|details?|内容|文本|描述|说明/iu,
    /\b(?:message|text) to\b/iu,
  ],
  ['name', /name|title|名称|标题|名字|姓名/iu, /\bname of\b|名称/iu],
]

/** The properties of a tool's argument schema, required ones marked. */
export function propertiesOf(schema: JsonRecord): readonly Property[] {
  const properties = schema['properties']
  if (!isRecord(properties)) return []
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  return Object.entries(properties).flatMap(([name, declared]) => {
    const own = plain(declared)
    return own ? [propertyOf(name, own, required.has(name))] : []
  })
}

function propertyOf(name: string, schema: JsonRecord, required: boolean): Property {
  const description = [schema['title'], schema['description']]
    .filter((text) => typeof text === 'string')
    .join(' ')
  const values = schema['const'] === undefined ? listOf(schema['enum']) : [schema['const']]
  return {
    name,
    schema,
    type: typeOf(schema),
    description,
    required,
    kind: kindOf(name, description, schema),
    declared: [...values, ...listOf(schema['examples'])],
  }
}

/** A property of one alternative: `anyOf` with null is the way schemas say "may be absent". */
function plain(schema: Json | undefined): JsonRecord | undefined {
  if (!isRecord(schema)) return undefined
  const options = schema['anyOf'] ?? schema['oneOf']
  if (!Array.isArray(options)) return schema
  const first = options.find((option) => isRecord(option) && option['type'] !== 'null')
  return isRecord(first) ? { ...schema, ...first } : schema
}

function typeOf(schema: JsonRecord): string {
  const { type } = schema as { readonly type?: Json }
  if (typeof type === 'string') return type
  if (Array.isArray(type)) return String(type.find((name) => name !== 'null') ?? 'string')
  if (isRecord(schema['properties'])) return 'object'
  const [first] = listOf(schema['enum'])
  return first !== undefined && first !== null ? typeof first : 'string'
}

const ofFiles = /\b(?:file|directory|folder)\b|文件|目录/iu
const notFiles = /content|text|message|pattern|query|mode|type|count|lines?$|size|keyword|day|date|id$/iu

function kindOf(name: string, description: string, schema: JsonRecord): Kind {
  const format = schema['format']
  if (format === 'date' || format === 'date-time') return 'day'
  if (format === 'time') return 'time'
  if (format === 'email') return 'email'
  if (format === 'uri' || format === 'url') return 'url'
  if (ofFiles.test(description) && !notFiles.test(name)) return 'path'
  const byName = kinds.find(([, pattern]) => pattern.test(name))
  if (byName) return byName[0]
  return kinds.find(([, , pattern]) => pattern.test(description))?.[0] ?? 'other'
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

/** True for the list that carries other agents' words: `[{ sourceAgent, content }]`. */
export function isContextList({ type, schema }: Property): boolean {
  const items = schema['items']
  const fields = isRecord(items) ? items['properties'] : undefined
  return type === 'array' && isRecord(fields) && 'sourceAgent' in fields && 'content' in fields
}
