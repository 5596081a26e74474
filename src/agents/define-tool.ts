import type { z } from 'zod'
import type { JsonSchema } from '#llm'
import type { EffectClass, Json, Risk } from '#protocol'
import type { Checked, Tool, ToolContext, ToolOutcome } from './tool.ts'

/** What the author of a tool writes. Defaults: risk none, effect pure, concurrency-safe, 30 s. */
export interface ToolDefinition<Input extends z.ZodObject> {
  readonly name: string
  readonly description: string
  readonly input: Input
  readonly risk?: Risk
  readonly effect?: EffectClass
  readonly concurrencySafe?: boolean
  readonly timeoutMs?: number
  readonly waits?: boolean
  readonly permissionTags?: readonly string[]
  readonly keywords?: readonly string[]
  readonly examples?: readonly string[]
  readonly origin?: string
  readonly execute: (input: z.infer<Input>, context: ToolContext) => Promise<ToolOutcome> | ToolOutcome
  readonly reconcile?: (key: string) => Promise<ToolOutcome | undefined>
}

/** Makes a tool from a zod object. The JSON Schema a model sees and the check before execution are the same schema. */
export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  const { input, execute, reconcile, ...rest } = definition
  const { $schema: _dialect, ...schema } = input.toJSONSchema({ io: 'input' })
  return {
    risk: 'none',
    effect: 'pure',
    concurrencySafe: true,
    timeoutMs: 30_000,
    origin: 'builtin',
    ...rest,
    input: schema as JsonSchema,
    check: (value) => checkWith(input, value),
    execute: async (value, context) => execute(input.parse(value), context),
    ...(reconcile ? { reconcile } : {}),
  }
}

/** Checks against a zod schema; the problem names each path and what was wanted there. */
export function checkWith(schema: z.ZodType, value: Json): Checked {
  const parsed = schema.safeParse(value)
  if (parsed.success) return { ok: true, value: parsed.data as Json }
  const problem = parsed.error.issues
    .map((issue) => `${issue.path.length > 0 ? issue.path.join('.') : 'arguments'}: ${issue.message}`)
    .join('; ')
  return { ok: false, problem }
}
