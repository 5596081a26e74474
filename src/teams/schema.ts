import { z } from 'zod'

/** The shape of a team file: the one source of its types, of schema/team.schema.json and of validation. */

const localText = z
  .union([
    z.string().min(1),
    z.strictObject({ en: z.string().min(1).optional(), zh: z.string().min(1).optional() }),
  ])
  .describe('text in one language, or in both: { en: …, zh: … }')

/** One year: nothing in a team waits longer. */
const maxDurationMs = 365 * 86_400_000

const duration = z
  .union([
    z.int().min(1).max(maxDurationMs),
    z
      .string()
      .regex(/^\d{1,9}(?:\.\d{1,6})?\s*(?:ms|s|m|h|d)$/, 'bad-duration')
      .refine((text) => toMs(text) >= 1 && toMs(text) <= maxDurationMs, 'bad-duration'),
  ])
  .describe('milliseconds, or a number with a unit: 500ms, 30s, 5m, 24h, 7d')

const agentName = z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/, 'bad-name')

const capability = z.union([
  z.string().min(1),
  z.strictObject({
    name: z.string().min(1),
    description: localText.optional(),
    keywords: z.array(z.string().min(1)).optional().describe('words people use when they want it'),
    examples: z.array(z.string().min(1)).optional().describe('requests it is meant for'),
  }),
])

const limits = z.strictObject({
  maxTurns: z.int().min(1).max(1_000).optional().describe('model calls in one run'),
  maxTokens: z.int().min(100).optional().describe('tokens of one run, input and output'),
  timeout: duration.optional().describe('wall time of one run'),
})

const agentFields = {
  description: localText.optional().describe('what the agent is for; how others choose it'),
  prompt: z.string().optional().describe('who the agent is and how it works'),
  model: z.string().min(1).optional().describe("'offline' or provider/model; default: the team's"),
  fallbackModels: z.array(z.string().min(1)).optional(),
  tools: z.array(z.string().min(1)).optional().describe('names of tools it may use'),
  subAgents: z.array(agentName).optional().describe('agents it may delegate to'),
  capabilities: z.array(capability).optional(),
  permissionTags: z.array(z.string().min(1)).optional(),
  inputConstraints: z
    .strictObject({
      maxBatchSize: z.int().min(1).optional(),
      maxInputChars: z.int().min(1).optional(),
    })
    .optional(),
  maxConcurrentRuns: z.int().min(1).optional(),
  costClass: z.enum(['low', 'medium', 'high']).optional(),
  languages: z.array(z.string().min(2)).optional(),
  limits: limits.optional(),
  temperature: z.number().min(0).max(2).optional(),
}

export const agentSchema = z.strictObject(agentFields)
export type AgentSource = z.infer<typeof agentSchema>

const ruling = z.enum(['allow', 'ask', 'deny'])

const policies = z.strictObject({
  risk: z
    .strictObject({ none: ruling.optional(), low: ruling.optional(), high: ruling.optional() })
    .optional()
    .describe("ruling by a tool's risk"),
  tools: z.record(z.string(), ruling).optional().describe('ruling by tool; overrides its risk'),
  approvalTimeout: duration.optional(),
  questionTimeout: duration.optional(),
  maxTokensPerRequest: z.int().min(100).optional(),
  maxDepth: z.int().min(1).max(16).optional(),
  maxLive: z.int().min(1).optional(),
  maxLifetime: z.int().min(1).optional(),
  maxParallelTools: z.int().min(1).max(64).optional(),
})

const context = z.strictObject({
  decider: z
    .enum(['model', 'rules'])
    .optional()
    .describe("who chooses what of one agent's words another is given"),
  rules: z
    .array(z.strictObject({ when: z.string().min(1), include: z.string().min(1) }))
    .optional()
    .describe('when this agent or capability is called, the last result of that one goes with it'),
  verbatimRounds: z.int().min(1).max(100).optional(),
  summaryRounds: z.int().min(0).max(1_000).optional(),
})

export const teamSchema = z.strictObject({
  team: agentName.describe('the name of the team'),
  title: localText.optional(),
  model: z.string().min(1).optional().describe("default model of all agents: 'offline' or provider/model"),
  coordinator: z
    .strictObject({ id: agentName.optional(), ...agentFields })
    .optional()
    .describe('the agent that owns the request'),
  agents: z
    .union([z.record(agentName, agentSchema), z.string().min(1), z.array(z.string().min(1))])
    .optional()
    .describe(
      'agents by name, joined by the Markdown agents in agents/; or where Markdown agents are: ./agents/*.md',
    ),
  tools: z.array(z.string().min(1)).optional().describe('modules that export `tools`, relative to this file'),
  policies: policies.optional(),
  context: context.optional(),
})
export type TeamSource = z.infer<typeof teamSchema>

/** What a Markdown agent may say before its prompt. `tools` may be one comma-separated line, as is common. */
export const frontMatterSchema = z.strictObject({
  name: agentName.optional().describe('default: the name of the file'),
  ...agentFields,
  tools: z
    .union([
      z.array(z.string().min(1)),
      z.string().transform((text) =>
        text
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean),
      ),
    ])
    .optional(),
})

const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Milliseconds of a duration that passed the schema. */
export function toMs(value: string | number): number {
  if (typeof value === 'number') return value
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)$/.exec(value)
  const unit = match?.[2] as keyof typeof units | undefined
  return unit ? Math.round(Number(match?.[1]) * units[unit]) : Number.NaN
}

/** The JSON Schema that editors complete team files with. */
export function teamJsonSchema(): object {
  return {
    title: 'Loggia team',
    ...z.toJSONSchema(teamSchema, { io: 'input' }),
  }
}
