export { StoreConflict, StoreDuplicate, StoreUnavailable, type UnavailableCode } from './errors.ts'
export type {
  AppendOptions,
  Blobs,
  DamagedRecord,
  EventStore,
  SessionRow,
  Store,
  StoredEvent,
} from './store.ts'
