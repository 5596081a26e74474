import type { Conditions } from './activities.ts'

const number = String.raw`[-−–]?\d+(?:\.\d+)?`
const degrees = String.raw`\s*(?:℃|°\s*C|°|摄氏度|度|degrees)`
const highest = new RegExp(
  String.raw`(?:最高(?:气温|温度)?|高温|high(?:s|est)?(?: of)?|max(?:imum)?(?: of)?|up to)\D{0,8}?(零下)?(${number})`,
  'iu',
)
const range = new RegExp(
  String.raw`(?:^|[^\d])(零下)?(${number})(?:${degrees})?\s*(?:至|到|~|～|-|–|—|to)\s*(零下)?(${number})${degrees}`,
  'iu',
)
const single = new RegExp(`(零下)?(${number})${degrees}`, 'iu')
const chance =
  /(?:降水|降雨|下雨|下雪|rain|precipitation|snow)[^\d%％]{0,24}(\d{1,3})\s*[%％]|(\d{1,3})\s*[%％][^.。;；,，]{0,16}(?:降水|降雨|下雨|rain|precipitation|snow)/iu
const dry = /不下雨|无雨|没有雨|无降水|不会下雨|\bno (?:rain|snow|precipitation)\b|\bdry\b|without rain/iu
const wet =
  /有雨|下雨|阵雨|小雨|中雨|大雨|暴雨|雷雨|有雪|下雪|阵雪|大雪|\b(?:rain(?:y|ing)?|showers?|thunderstorms?|drizzle|snow(?:y|ing)?|storms?)\b/iu
/** Words for warmth, for a report without numbers. */
const feels: readonly (readonly [RegExp, number])[] = [
  [/严寒|很冷|冰冻|freezing|very cold|icy/iu, -2],
  [/寒冷|冷|冬天|cold|chilly|winter/iu, 3],
  [/凉|cool/iu, 15],
  [/炎热|酷热|高温|闷热|very hot|heat ?wave|scorching/iu, 36],
  [/热|hot/iu, 32],
  [/暖|温和|warm|mild|spring|春/iu, 20],
]

/** The day's maximum and the chance of rain as a weather report words them; undefined parts are not said in it. */
export function conditionsIn(text = ''): Partial<Conditions> {
  const tempMax = tempIn(text)
  return { ...(tempMax === undefined ? {} : { tempMax }), ...rainIn(text) }
}

function tempIn(text: string): number | undefined {
  const high = highest.exec(text)
  if (high) return signed(high[1], high[2])
  const both = range.exec(text)
  if (both) return Math.max(signed(both[1], both[2]), signed(both[3], both[4]))
  const one = single.exec(text)
  if (one) return signed(one[1], one[2])
  return feels.find(([words]) => words.test(text))?.[1]
}

function signed(below: string | undefined, digits = ''): number {
  const value = Number(digits.replace(/[−–]/u, '-'))
  return below === undefined ? value : -Math.abs(value)
}

/** The chance of rain or snow alone. */
export function rainIn(text: string): Pick<Partial<Conditions>, 'rainChance'> {
  const said = chance.exec(text)
  if (said) return { rainChance: Number(said[1] ?? said[2]) }
  if (dry.test(text)) return { rainChance: 0 }
  return wet.test(text) ? { rainChance: 80 } : {}
}
