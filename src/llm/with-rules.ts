import {
  ModelError,
  type ModelEvent,
  type ModelPort,
  type ModelRequest,
  type ModelTurn,
  type ToolSpec,
} from './model.ts'
import type { ProviderRules } from './provider-rules.ts'
import { mended, textsOf } from './request-text.ts'
import { checkRequest, type Violation } from './rules.ts'
import { problemOfTool } from './tool-rules.ts'
import { wrapped } from './wrapped.ts'

/** Tools that may be offered, and why each other one may not. The outcome does not depend on the order of the tools. */
export function setAside(
  tools: readonly ToolSpec[],
  problemOf: (tool: ToolSpec) => string | undefined,
): { readonly tools: readonly ToolSpec[]; readonly warnings: readonly string[] } {
  const warnings: string[] = []
  const byName = new Map<string, ToolSpec>()
  for (const tool of tools) {
    const problem = problemOf(tool)
    const twin = byName.get(tool.name)
    if (problem !== undefined) warnings.push(`the tool ${JSON.stringify(tool.name)} is set aside: ${problem}`)
    else if (twin && twin !== tool) {
      warnings.push(
        `two tools are called ${JSON.stringify(tool.name)}; one of them is set aside: give each its own name`,
      )
      if (JSON.stringify(tool) < JSON.stringify(twin)) byName.set(tool.name, tool)
    } else byName.set(tool.name, tool)
  }
  const kept = new Set(byName.values())
  return { tools: kept.size === tools.length ? tools : tools.filter((tool) => kept.has(tool)), warnings }
}

/**
 * The same model, with every request checked before it is sent. A tool the provider would refuse is set aside with a
 * warning, and half characters are replaced; anything else throws ModelError('invalid_request') that names the rules
 * broken, or 'context_overflow' when only the window is.
 */
export function withRules(model: ModelPort, rules: ProviderRules): ModelPort {
  const window = rules.contextWindow ?? model.contextWindow
  const full = window === undefined ? rules : { ...rules, contextWindow: window }
  const judged = new WeakMap<ToolSpec, { readonly problem: string | undefined }>()
  const problemOf = (tool: ToolSpec): string | undefined => {
    const known = judged.get(tool) ?? { problem: problemOfTool(tool, full) }
    judged.set(tool, known)
    return known.problem
  }
  return wrapped(model, (request, options) => {
    const { tools, warnings } = setAside(request.tools, problemOf)
    const ready = tidied(request, tools)
    const many = `${tools.length} tools; ${full.provider} takes ${full.maxTools}`
    const broken: Violation[] =
      tools.length > full.maxTools ? [{ rule: 'tools.too_many', message: many }] : []
    broken.push(...checkRequest({ ...ready, tools: [] }, full))
    if (broken.length > 0) return refusing(model.name, broken)
    const stream = model.stream(ready, options)
    return warnings.length === 0 ? stream : warned(warnings, stream)
  })
}

/** Without the tools set aside; a demand to call one ends where none is left. */
function tidied(request: ModelRequest, tools: readonly ToolSpec[]): ModelRequest {
  const sound = textsOf(request).every((text) => text.isWellFormed()) ? request : mended(request)
  if (tools === request.tools) return sound
  const { toolChoice, ...rest } = sound
  const choice = tools.length === 0 || toolChoice === undefined ? {} : { toolChoice }
  return { ...rest, ...choice, tools }
}

async function* refusing(name: string, broken: readonly Violation[]): AsyncGenerator<ModelEvent, ModelTurn> {
  const onlyWindow = broken.every(({ rule }) => rule === 'window.exceeded')
  const list = broken.map(({ rule, message }) => `${rule}: ${message}`).join('; ')
  throw new ModelError(onlyWindow ? 'context_overflow' : 'invalid_request', `not sent to ${name}: ${list}`)
}

async function* warned(
  warnings: readonly string[],
  stream: AsyncGenerator<ModelEvent, ModelTurn>,
): AsyncGenerator<ModelEvent, ModelTurn> {
  for (const message of warnings) yield { type: 'warning', message }
  return yield* stream
}
