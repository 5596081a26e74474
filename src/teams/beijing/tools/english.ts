/** English names of the best-known places, the usual one first, so that an English request finds them. */
const names: Readonly<Record<string, readonly [usual: string, ...others: string[]]>> = {
  故宫: ['Forbidden City', 'Palace Museum', 'Imperial Palace', 'Gugong'],
  八达岭长城: ['Badaling Great Wall', 'Badaling', 'Great Wall at Badaling'],
  慕田峪长城: ['Mutianyu Great Wall', 'Mutianyu', 'Great Wall at Mutianyu'],
  司马台长城: ['Simatai Great Wall', 'Simatai'],
  居庸关长城: ['Juyongguan Great Wall', 'Juyongguan', 'Juyong Pass'],
  箭扣长城: ['Jiankou Great Wall', 'Jiankou'],
  黄花城水长城: ['Huanghuacheng Great Wall', 'Huanghuacheng'],
  颐和园: ['Summer Palace', 'New Summer Palace', 'Yiheyuan'],
  圆明园: ['Old Summer Palace', 'Yuanmingyuan', 'Ruins of Yuanmingyuan'],
  昆明湖: ['Kunming Lake'],
  天安门广场: ["Tian'anmen Square", 'Tiananmen'],
  天安门城楼: ["Tian'anmen Gate", 'Gate of Heavenly Peace'],
  天坛: ['Temple of Heaven', 'Tiantan'],
  地坛: ['Temple of Earth', 'Ditan'],
  日坛公园: ['Ritan Park', 'Temple of the Sun'],
  恭王府: ["Prince Gong's Mansion", 'Prince Kung Mansion', 'Gongwangfu'],
  什刹海: ['Shichahai', 'Houhai', 'Houhai Lake'],
  烟袋斜街: ['Yandai Xiejie', 'Yandai Street'],
  北海公园: ['Beihai Park', 'Beihai'],
  景山公园: ['Jingshan Park', 'Jingshan', 'Coal Hill'],
  中山公园: ['Zhongshan Park', 'Sun Yat-sen Park'],
  香山公园: ['Fragrant Hills Park', 'Fragrant Hills', 'Fragrant Hill', 'Xiangshan'],
  北京植物园: ['Beijing Botanical Garden', 'Botanical Garden'],
  玉渊潭公园: ['Yuyuantan Park', 'Yuyuantan'],
  紫竹院公园: ['Purple Bamboo Park', 'Zizhuyuan Park', 'Black Bamboo Park'],
  朝阳公园: ['Chaoyang Park'],
  陶然亭公园: ['Taoranting Park', 'Joyous Pavilion Park'],
  龙潭公园: ['Longtan Park', 'Longtan Lake'],
  团结湖公园: ['Tuanjiehu Park'],
  奥林匹克公园: ['Olympic Park', 'Olympic Green'],
  奥林匹克森林公园: ['Olympic Forest Park'],
  百望山森林公园: ['Baiwangshan Forest Park', 'Baiwang Mountain'],
  八大处公园: ['Badachu Park', 'Badachu'],
  中国国家博物馆: ['National Museum of China', 'National Museum'],
  首都博物馆: ['Capital Museum'],
  北京自然博物馆: ['Beijing Museum of Natural History', 'Natural History Museum'],
  中国科学技术馆: ['China Science and Technology Museum', 'Science and Technology Museum', 'Science Museum'],
  中国美术馆: ['National Art Museum of China', 'National Art Museum'],
  中国人民革命军事博物馆: ['Military Museum'],
  北京天文馆: ['Beijing Planetarium', 'Planetarium'],
  北京汽车博物馆: ['Beijing Auto Museum', 'Auto Museum', 'Car Museum'],
  红砖美术馆: ['Red Brick Art Museum'],
  国家大剧院: ['National Centre for the Performing Arts', 'National Grand Theatre', 'NCPA'],
  国家图书馆: ['National Library of China', 'National Library'],
  人民大会堂: ['Great Hall of the People'],
  毛主席纪念堂: ['Chairman Mao Memorial Hall', 'Mausoleum of Mao Zedong', 'Mao Mausoleum'],
  前门大街: ['Qianmen Street', 'Qianmen'],
  大栅栏: ['Dashilan', 'Dashilar'],
  簋街小吃: ['Ghost Street', 'Gui Street', 'Guijie'],
  三里屯酒吧街: ['Sanlitun Bar Street', 'Sanlitun'],
  秀水街: ['Silk Street', 'Silk Market'],
  潘家园: ['Panjiayuan', 'Panjiayuan Market'],
  琉璃厂古玩字画一条街: ['Liulichang', 'Liulichang Street'],
  '798艺术区': ['798 Art Zone', '798 Art District', '798'],
  老舍茶馆: ['Lao She Teahouse', 'Laoshe Teahouse'],
  雍和宫: ['Lama Temple', 'Yonghe Temple', 'Yonghegong'],
  孔庙: ['Confucius Temple', 'Temple of Confucius'],
  国子监: ['Imperial College', 'Guozijian'],
  白云观: ['White Cloud Temple', 'Baiyunguan'],
  大觉寺: ['Dajue Temple'],
  潭柘寺: ['Tanzhe Temple', 'Tanzhesi'],
  戒台寺: ['Jietai Temple'],
  红螺寺: ['Hongluo Temple'],
  清华大学: ['Tsinghua University', 'Tsinghua'],
  北京大学: ['Peking University', 'Beijing University'],
  北京动物园: ['Beijing Zoo'],
  北京野生动物园: ['Beijing Wildlife Park', 'Beijing Safari Park'],
  北京海洋馆: ['Beijing Aquarium'],
  北京欢乐谷: ['Happy Valley Beijing', 'Happy Valley'],
  北京杜莎夫人蜡像馆: ['Madame Tussauds Beijing', 'Madame Tussauds'],
  '鸟巢（国家体育场）': ["Bird's Nest", 'Birds Nest', 'National Stadium'],
  '水立方（国家游泳中心）': ['Water Cube', 'National Aquatics Center'],
  中央广播电视塔: ['Central TV Tower', 'CCTV Tower'],
  明十三陵: ['Ming Tombs', 'Thirteen Ming Tombs'],
  卢沟桥: ['Marco Polo Bridge', 'Lugou Bridge'],
  大观园: ['Grand View Garden'],
  世界公园: ['Beijing World Park', 'World Park'],
  雁栖湖: ['Yanqi Lake'],
  龙庆峡: ['Longqing Gorge', 'Longqingxia'],
  十渡风景名胜区: ['Shidu'],
  周口店北京人遗址博物馆: ['Peking Man Site', 'Zhoukoudian'],
}

/** Words of places, districts, food and hotels, and the Chinese ones that say the same in the data. */
const terms: Readonly<Record<string, readonly string[]>> = {
  'great wall': ['长城'],
  park: ['公园', '园'],
  'forest park': ['森林公园'],
  museum: ['博物馆', '博物院', '纪念馆', '科学技术馆'],
  gallery: ['美术馆', '艺术馆', '画廊'],
  art: ['美术', '艺术'],
  temple: ['寺', '庙', '宫', '观'],
  church: ['教堂', '天主堂'],
  mosque: ['礼拜寺'],
  palace: ['宫', '故宫', '颐和园'],
  garden: ['园', '花园'],
  lake: ['湖', '海', '潭'],
  river: ['河'],
  mountain: ['山'],
  hill: ['山'],
  gorge: ['峡'],
  canyon: ['峡'],
  valley: ['谷'],
  cave: ['洞'],
  hutong: ['胡同', '斜街'],
  street: ['街'],
  theatre: ['剧院', '剧场'],
  theater: ['剧院', '剧场'],
  university: ['大学'],
  library: ['图书馆'],
  zoo: ['动物园'],
  aquarium: ['海洋馆', '海底世界'],
  tomb: ['陵'],
  tower: ['塔', '楼'],
  bridge: ['桥'],
  'hot spring': ['温泉'],
  'water park': ['水上乐园'],
  'amusement park': ['欢乐谷', '游乐园', '乐园'],
  'roast duck': ['烤鸭'],
  'peking duck': ['烤鸭'],
  'beijing duck': ['烤鸭'],
  duck: ['鸭'],
  'hot pot': ['火锅', '涮', '锅底'],
  hotpot: ['火锅', '涮', '锅底'],
  noodle: ['面'],
  dumpling: ['饺', '包子'],
  pancake: ['饼'],
  rice: ['饭'],
  fish: ['鱼'],
  seafood: ['海鲜', '虾', '蟹', '鱼'],
  beef: ['牛'],
  lamb: ['羊'],
  mutton: ['羊'],
  pork: ['肉', '排骨'],
  chicken: ['鸡'],
  tofu: ['豆腐'],
  vegetarian: ['素'],
  barbecue: ['烤肉', '烤串', '烤'],
  bbq: ['烤肉', '烤串', '烤'],
  dessert: ['甜', '蛋糕', '提拉米苏'],
  coffee: ['咖啡'],
  tea: ['茶'],
  pizza: ['比萨', '披萨'],
  sushi: ['寿司', '生鱼片'],
  japanese: ['日本', '寿司', '生鱼片', '刺身'],
  snack: ['小吃'],
  'local food': ['当地口味', '老字号'],
  wifi: ['wifi'],
  'wi-fi': ['wifi'],
  pool: ['游泳池'],
  swimming: ['游泳池', '游泳'],
  gym: ['健身房'],
  fitness: ['健身房'],
  spa: ['spa'],
  sauna: ['桑拿'],
  parking: ['停车'],
  breakfast: ['早餐'],
  'non-smoking': ['无烟房'],
  laundry: ['洗衣'],
  'airport pickup': ['接机'],
  luxury: ['豪华型'],
  budget: ['经济型'],
  cheap: ['经济型'],
}

/** Districts and areas. */
const areas: Readonly<Record<string, readonly string[]>> = {
  dongcheng: ['东城区'],
  xicheng: ['西城区'],
  chaoyang: ['朝阳区'],
  haidian: ['海淀区'],
  fengtai: ['丰台区'],
  shijingshan: ['石景山'],
  mentougou: ['门头沟'],
  fangshan: ['房山'],
  tongzhou: ['通州'],
  shunyi: ['顺义'],
  changping: ['昌平'],
  daxing: ['大兴'],
  huairou: ['怀柔'],
  pinggu: ['平谷'],
  miyun: ['密云'],
  yanqing: ['延庆'],
  wangfujing: ['王府井'],
  xidan: ['西单'],
  zhongguancun: ['中关村'],
  guomao: ['国贸'],
  'great wall': ['长城'],
}

/** Compatibility forms, case, spaces and punctuation made equal. */
export function normal(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s()·'’"“”,，.。、-]/g, '')
}

const byEnglish = Object.entries(names)
  .flatMap(([chinese, all]) => all.map((english) => [english.toLowerCase(), chinese] as const))
  .toSorted(([one], [other]) => other.length - one.length)

/** The Chinese name of the place an English text names, the longest name in it first; undefined when it names none. */
export function chineseName(text: string): string | undefined {
  const wanted = ` ${spaced(text)} `
  return byEnglish.find(([english]) => wanted.includes(` ${spaced(english)} `))?.[1]
}

/** Chinese words for the English words of a text, longest terms first: one group of alternatives a term. */
export function chineseTerms(text: string): readonly (readonly string[])[] {
  return termsIn(text, byLength)
}

/** Chinese names of the districts and areas an English text names. */
export function chineseAreas(text: string): readonly string[] {
  return termsIn(text, areasByLength).flat()
}

type Terms = readonly (readonly [english: string, chinese: readonly string[]])[]

function termsIn(text: string, known: Terms): readonly (readonly string[])[] {
  let rest = ` ${singular(spaced(text))} `
  const found: (readonly string[])[] = []
  for (const [english, chinese] of known) {
    const term = ` ${english} `
    if (!rest.includes(term)) continue
    found.push(chinese)
    rest = rest.replaceAll(term, '  ')
  }
  return found
}

const sorted = (table: Readonly<Record<string, readonly string[]>>): Terms =>
  Object.entries(table)
    .map(([english, chinese]) => [spaced(english), chinese] as const)
    .toSorted(([one], [other]) => other.length - one.length)
const areasByLength = sorted(areas)
const byLength = sorted({ ...terms, ...areas })

function singular(text: string): string {
  return text
    .replace(/ies\b/g, 'y')
    .replace(/(?<=ch|sh|x|ss)es\b/g, '')
    .replace(/(?<=\b[a-z]{2,}[^s\s])s\b/g, '')
}

function spaced(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]s?\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** True for places that guide books name. */
export function isWellKnown(name: string): boolean {
  return Object.hasOwn(names, name)
}

/** A place's name as the reader's language knows it. */
export function nameIn(lang: 'zh' | 'en', name: string): string {
  const english = names[name]?.[0]
  return lang === 'en' && english ? `${english} (${name})` : name
}

/** Every English name with the Chinese one: for telling a person what they may have meant. */
export const englishNames: ReadonlyMap<string, string> = new Map(byEnglish)
