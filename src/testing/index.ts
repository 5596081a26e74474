export { type FakeClock, fakeClock } from './fake-clock.ts'
export { type RecordingStore, recordingStore, storeAfterCrash } from './recording-store.ts'
export { type Stage, type StageOptions, stage } from './stage.ts'
export { type TestAgent, testTeam } from './team.ts'
