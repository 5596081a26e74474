export { type OfflineOptions, offlineModel } from './offline-model.ts'
