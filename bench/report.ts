/**
 * Writes the figures of a `--json` file into docs/benchmarks.md, between the marks:
 * `node bench/report.ts FILE`. Says what it wrote; ends with 1 when the marks are not there.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { markdownReport } from './harness/markdown.ts'
import type { Result } from './harness/result.ts'

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('name the file that `npm run bench:peers -- --json FILE` wrote')
const page = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url))
const [begin, end] = ['<!-- figures: node bench/report.ts -->', '<!-- end of figures -->']

const text = readFileSync(page, 'utf8')
const [from, to] = [text.indexOf(begin), text.indexOf(end)]
if (from < 0 || to < from)
  throw new Error(`docs/benchmarks.md has no place for figures; wanted ${begin} and ${end}`)
const result = JSON.parse(readFileSync(file, 'utf8')) as Result
writeFileSync(page, `${text.slice(0, from)}${begin}\n\n${markdownReport(result)}\n\n${text.slice(to)}`)
console.log(`docs/benchmarks.md: ${result.rows.length} rows of ${result.at}`)
