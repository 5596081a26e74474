import type { Place } from './places.ts'

/** The data does not say whether a sight is in the open; its name mostly does. These are general rules on names. */
const indoor =
  /博物馆|博物院|美术馆|艺术馆|展览馆|陈列馆|规划馆|科学技术馆|天文馆|海洋馆|海底世界|博览馆|图书馆|剧院|剧场|纪念馆|纪念堂|画廊|大礼堂|会堂|蜡像馆|体育馆|茶馆|戏楼|舞台|艺术中心|水立方|钟表馆|珍宝馆|体验中心|教堂|天主堂|溶洞|石花洞|银狐洞|电视塔|古玩城|书店/u
const open =
  /公园|长城|山|湖|海|园|峡|谷|潭|河|池|瀑|溪|岭|峰|崖|峪|渡|水库|草原|湿地|森林|风景|景区|自然|遗址|广场|大街|斜街|胡同|街|巷|村|镇|桥|城楼|角楼|楼$|陵|庄|农场|牧场|营|塔|寺|庙|观$|宫|坛|府|城$|古道|水镇|苑|丫髻|国子监|爨底下|大栅栏|动物|鸟巢/u

/** True for sights in the open, courtyards among them; false for those under a roof; undefined when the name tells nothing. */
export function isOutdoor({ kind, name }: Place): boolean | undefined {
  if (kind !== 'attraction') return false
  if (indoor.test(name)) return false
  return open.test(name) ? true : undefined
}

/** Said with every answer that used these rules. */
export const outdoorNote = {
  zh: '户外或室内按名称的一般规则判断',
  en: 'outdoors or indoors is judged by general rules on names',
} as const
