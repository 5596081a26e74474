import type { ToolSpec } from '#llm'
import type { RunContext } from '../agent.ts'
import type { AnyTool } from '../log-tool.ts'
import { systemPrompt } from '../prompt.ts'
import type { AgentSpec } from '../team.ts'

/** A text with its estimated tokens. */
interface Counted {
  readonly text: string
  readonly tokens: number
}

/** The parts of a prompt that are the same from call to call: built and counted once. */
export interface FixedParts {
  /** The system prompt; a new one each day, since it says what day it is. */
  system(context: RunContext): Counted
  tools(tools: readonly AnyTool[]): { readonly specs: readonly ToolSpec[]; readonly tokens: number }
}

const dayMs = 86_400_000

/** Makes the fixed parts of prompts, and keeps them. */
export function fixedParts(count: (text: string) => number): FixedParts {
  const prompts = new WeakMap<AgentSpec, Counted & { readonly day: number }>()
  const specs = new WeakMap<AnyTool, { readonly spec: ToolSpec; readonly tokens: number }>()
  const specOf = (tool: AnyTool): { readonly spec: ToolSpec; readonly tokens: number } => {
    let known = specs.get(tool)
    if (!known) {
      const spec = describe(tool)
      known = {
        spec,
        tokens: count(spec.name) + count(spec.description) + count(JSON.stringify(spec.input)) + 8,
      }
      specs.set(tool, known)
    }
    return known
  }
  return {
    system(context) {
      const day = Math.floor(context.now() / dayMs)
      let known = prompts.get(context.agent)
      if (known?.day !== day) {
        const text = systemPrompt(context)
        known = { day, text, tokens: count(text) }
        prompts.set(context.agent, known)
      }
      return known
    },
    tools(tools) {
      const known = tools.map(specOf)
      return {
        specs: known.map(({ spec }) => spec),
        tokens: known.reduce((sum, { tokens }) => sum + tokens, 0),
      }
    },
  }
}

/** What a model is told of a tool. */
function describe({ name, description, input, keywords, examples }: AnyTool): ToolSpec {
  return { name, description, input, ...(keywords ? { keywords } : {}), ...(examples ? { examples } : {}) }
}
