import { sqliteStore } from '#store'
import { storeContract } from '../../src/store/contract.ts'
import { newFolder } from './folder.ts'

storeContract('sqlite', () => sqliteStore({ folder: newFolder() }))
