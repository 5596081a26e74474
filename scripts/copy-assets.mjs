/** Puts what is not TypeScript (team files, Markdown agents, data) beside the compiled code. */
import { cpSync, globSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
for (const file of globSync('src/teams/**/*.{yaml,md,jsonl,json}', {
  exclude: (name) => name === 'tsconfig.json',
})) {
  if (file.endsWith('tsconfig.json')) continue
  const target = file.replace(/^src/, 'dist')
  mkdirSync(dirname(target), { recursive: true })
  cpSync(file, target)
}
