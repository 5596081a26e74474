import type { ErrorCode } from 'yaml'

/** What is wrong with YAML in Chinese, by the parser's code; its own words are English. */
const chinese: Readonly<Record<ErrorCode, string>> = {
  ALIAS_PROPS: '别名（*）不能带锚点或标签',
  BAD_ALIAS: '别名无效，或没有对应的锚点',
  BAD_COLLECTION_TYPE: '标签与集合的类型不符',
  BAD_DIRECTIVE: '指令（%）写法不对',
  BAD_DQ_ESCAPE: '双引号文本中的转义无效',
  BAD_INDENT: '缩进不对，或括号没有闭合',
  BAD_PROP_ORDER: '锚点和标签的位置不对',
  BAD_SCALAR_START: '文本不能以这个字符开头，请加引号',
  BLOCK_AS_IMPLICIT_KEY: '一行里有两个冒号，含冒号的文本请加引号',
  BLOCK_IN_FLOW: '花括号或方括号里不能换成缩进写法',
  DUPLICATE_KEY: '键重复',
  IMPOSSIBLE: '此处无法理解',
  KEY_OVER_1024_CHARS: '键过长',
  MISSING_CHAR: '缺少引号、括号、逗号、空格或冒号',
  MULTILINE_IMPLICIT_KEY: '键不能跨行，可能缺少冒号',
  MULTIPLE_ANCHORS: '有多个锚点',
  MULTIPLE_DOCS: '一个文件里有多份文档（---）',
  MULTIPLE_TAGS: '有多个标签',
  NON_STRING_KEY: '键必须是文本',
  RESOURCE_EXHAUSTION: '嵌套过深或别名过多',
  TAB_AS_INDENT: '不能用制表符缩进，请用空格',
  TAG_RESOLVE_FAILED: '无法识别的标签（!）',
  UNEXPECTED_TOKEN: '此处不应有这个字符',
}

/** What is wrong with YAML in Chinese, or the parser's words for what has no code. */
export function yamlInChinese(code: string | undefined, words: string): string {
  return code !== undefined && Object.hasOwn(chinese, code) ? chinese[code as ErrorCode] : words
}
