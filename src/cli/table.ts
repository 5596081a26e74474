import type { Command, OptionWords } from './command.ts'

const json: OptionWords = { type: 'boolean', help: 'option.json' }
const noRun: OptionWords = { type: 'boolean', help: 'option.noRun' }
const team: OptionWords = { type: 'string', help: 'option.team' }
const session: OptionWords = { type: 'string', help: 'option.session' }

/** One line per command. A new one is a line here, its words, and a file in commands/. */
export const commands: readonly Command[] = [
  {
    name: 'run',
    args: 'TEAM "REQUEST"',
    help: 'help.run',
    options: { json, session },
    load: async () => (await import('./commands/run.ts')).run,
  },
  {
    name: 'chat',
    args: '[TEAM]',
    help: 'help.chat',
    options: { session },
    load: async () => (await import('./commands/chat.ts')).chat,
  },
  {
    name: 'sessions',
    args: '',
    help: 'help.sessions',
    options: {},
    load: async () => (await import('./commands/sessions.ts')).sessions,
  },
  {
    name: 'show',
    args: 'SESSION',
    help: 'help.show',
    options: { agent: { type: 'string', help: 'option.agent' } },
    load: async () => (await import('./commands/show.ts')).show,
  },
  {
    name: 'replay',
    args: 'SESSION',
    help: 'help.replay',
    options: {
      speed: { type: 'string', help: 'option.speed' },
      step: { type: 'boolean', help: 'option.step' },
    },
    load: async () => (await import('./commands/replay.ts')).replay,
  },
  {
    name: 'trace',
    args: 'MESSAGE',
    help: 'help.trace',
    options: {},
    load: async () => (await import('./commands/trace.ts')).trace,
  },
  {
    name: 'xray',
    args: 'RUN',
    help: 'help.xray',
    options: {},
    load: async () => (await import('./commands/xray.ts')).xray,
  },
  {
    name: 'export',
    args: 'SESSION',
    help: 'help.export',
    options: { out: { type: 'string', help: 'option.out' } },
    load: async () => (await import('./commands/transfer.ts')).exportSession,
  },
  {
    name: 'import',
    args: 'FILE',
    help: 'help.import',
    options: {},
    load: async () => (await import('./commands/transfer.ts')).importSession,
  },
  {
    name: 'check',
    args: 'TEAM',
    help: 'help.check',
    options: {},
    load: async () => (await import('./commands/check.ts')).check,
  },
  {
    name: 'doctor',
    args: '',
    help: 'help.doctor',
    options: { live: { type: 'boolean', help: 'option.live' } },
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    name: 'approve',
    args: 'APPROVAL',
    help: 'help.approve',
    options: { scope: { type: 'string', help: 'option.scope' }, json, 'no-run': noRun, team },
    load: async () => (await import('./commands/hands.ts')).approve,
  },
  {
    name: 'deny',
    args: 'APPROVAL',
    help: 'help.deny',
    options: { json, 'no-run': noRun, team },
    load: async () => (await import('./commands/hands.ts')).deny,
  },
  {
    name: 'answer',
    args: 'QUESTION "TEXT"',
    help: 'help.answer',
    options: { json, 'no-run': noRun, team },
    load: async () => (await import('./commands/hands.ts')).answer,
  },
  {
    name: 'stop',
    args: 'SESSION|TASK|RUN',
    help: 'help.stop',
    options: { team },
    load: async () => (await import('./commands/hands.ts')).stop,
  },
  {
    name: 'retry',
    args: 'TASK',
    help: 'help.retry',
    options: {
      agent: { type: 'string', help: 'option.agent' },
      instruction: { type: 'string', help: 'option.instruction' },
      json,
      team,
    },
    load: async () => (await import('./commands/hands.ts')).retry,
  },
  {
    name: 'pause',
    args: 'SESSION',
    help: 'help.pause',
    options: { team },
    load: async () => (await import('./commands/hands.ts')).pause,
  },
  {
    name: 'resume',
    args: 'SESSION',
    help: 'help.resume',
    options: { json, team },
    load: async () => (await import('./commands/hands.ts')).resume,
  },
]
