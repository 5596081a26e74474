export { type FakeClock, fakeClock } from './fake-clock.ts'
export {
  cutAt,
  cutEveryByte,
  cutFetch,
  type FaultServer,
  type FaultServerOptions,
  type FaultStep,
  faultServer,
  type KeptRequest,
  type Scenario,
} from './fault-server.ts'
export type { FaultUsage, Said } from './fault-server-formats.ts'
export { type StrictOptions, strictProvider } from './fault-server-strict.ts'
export { type Given, given, type Outcome, type Placing, placed } from './given.ts'
export { type RecordingStore, recordingStore, storeAfterCrash } from './recording-store.ts'
export { compared, type Stage, type StageOptions, stage } from './stage.ts'
export { type TestAgent, testTeam } from './team.ts'
