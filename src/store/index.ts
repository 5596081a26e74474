export { StoreConflict, StoreDuplicate, StoreUnavailable, type UnavailableCode } from './errors.ts'
export { memoryStore } from './memory.ts'
export type { Migration } from './sqlite/schema.ts'
export { type SqliteStore, type SqliteStoreOptions, sqliteStore } from './sqlite/sqlite.ts'
export type {
  AppendOptions,
  Blobs,
  DamagedRecord,
  EventStore,
  SessionRow,
  Store,
  StoredEvent,
} from './store.ts'
