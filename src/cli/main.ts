/** The program. Keeps this file empty of imports, so that even the first of them comes out of Node's compile cache. */
import { enableCompileCache } from 'node:module'

enableCompileCache()
const { program } = await import('./program.ts')
await program(process.argv.slice(2))
