import { memoryStore } from '#store'
import { storeContract } from '../../src/store/contract.ts'

storeContract('memory', memoryStore)
