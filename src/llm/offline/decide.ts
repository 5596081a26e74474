import type { ModelRequest } from '../model.ts'
import { type Abilities, choose, tradeOf } from './abilities.ts'
import { bareClause } from './clauses.ts'
import { compose, speak } from './compose.ts'
import { type Chosen, chooseContext } from './context.ts'
import { type Filled, type FillOptions, fill, spread } from './fill/fill.ts'
import { canonical, type JsonRecord } from './json.ts'
import { inLanguage } from './language.ts'
import { phrases } from './phrases.ts'
import { planOf, remaining, type Step, startable } from './plan.ts'
import { type Exchange, type OpenCall, type Scene, sceneOf } from './scene.ts'
import { structured } from './structured.ts'

/** What the rules do next, and why. */
export type Move =
  | { readonly kind: 'call'; readonly why: readonly string[]; readonly calls: readonly Call[] }
  | { readonly kind: 'say'; readonly why: readonly string[]; readonly text: string; readonly open?: OpenCall }

interface Call {
  readonly tool: string
  readonly args: JsonRecord
}

const mostCalls = 24

/** Decides the next move from the request alone: the same request always gives the same move. */
export function decideMove(request: ModelRequest, abilities: Abilities): Move {
  const scene = sceneOf(request)
  const made = scene.exchanges.filter(({ turn }) => turn === scene.turn)
  const mayCall = request.toolChoice !== 'none' && abilities.tools.length > 0 && made.length < mostCalls
  const move = mayCall
    ? act(scene, { abilities, made, required: request.toolChoice === 'required' })
    : undefined
  if (move && (move.kind === 'call' || !request.output)) return move
  const text = move?.text ?? closing(scene, abilities, made)
  if (!request.output) return { kind: 'say', why: [phrases[scene.language].why], text }
  const value = structured(request.output, text, [...made, ...scene.reports])
  return { kind: 'say', why: [phrases[scene.language].why], text: JSON.stringify(value) }
}

function closing(scene: Scene, { tools }: Abilities, made: readonly Exchange[]): string {
  return made.length + scene.reports.length > 0 ? compose(scene, made, tools, []) : speak(scene, tools)
}

interface Situation {
  readonly abilities: Abilities
  /** Calls of this turn with their results. */
  readonly made: readonly Exchange[]
  readonly required: boolean
}

function act(scene: Scene, situation: Situation): Move {
  const { abilities, made } = situation
  const why = [phrases[scene.language].why]
  const finish = (skipped: readonly string[] = []): Move => ({
    kind: 'say',
    why: [...why, ...skipped],
    text:
      made.length + scene.reports.length > 0
        ? compose(scene, made, abilities.tools, skipped)
        : speak(scene, abilities.tools),
  })
  if (scene.noticed && made.length > 0) return finish()
  const steps = planOf(scene, abilities)
  const isOurs = made.length === 0 || steps.some(({ tool }) => made.some((done) => done.tool === tool.name))
  const left = isOurs ? remaining(steps, made) : []
  if (left.length === 0)
    return made.length === 0 && situation.required ? (forced(scene, abilities) ?? finish()) : finish()
  const failed = made.some(({ status }) => status === 'failed')
  if (failed && left[0]?.after) return finish(left.map(({ tool }) => tool.name))
  if (left[0]?.after && made.some(({ status, agent }) => isOpen(status, agent, scene))) return finish()
  return prepare(scene, { ...situation, steps: startable(left), whole: steps.length === 1 }) ?? finish()
}

function isOpen(status: Exchange['status'], agent: string | undefined, { reports }: Scene): boolean {
  return status === 'pending' && !reports.some((report) => report.agent === agent)
}

/** Fills the steps that can start. Calls that were made already are not made again. */
function prepare(
  scene: Scene,
  at: Situation & { readonly steps: readonly Step[]; readonly whole: boolean },
): Move | undefined {
  const why = [phrases[scene.language].why]
  const seen = new Set(at.made.map(({ tool, args }) => `${tool} ${canonical(args)}`))
  const calls: Call[] = []
  let lacking: { readonly step: Step; readonly filled: Extract<Filled, { readonly ok: false }> } | undefined
  for (const step of at.steps) {
    const { options, chosen } = optionsFor(scene, step, at)
    const filled = fill(options)
    why.push(
      step.why,
      ...filled.notes,
      ...chosen.map(({ sourceAgent, why: because }) => `context from ${sourceAgent}: ${because}`),
    )
    if (!filled.ok) {
      lacking ??= { step, filled }
      continue
    }
    for (const args of spread(filled, options)) {
      const key = `${step.tool.name} ${canonical(args)}`
      if (seen.has(key)) continue
      seen.add(key)
      calls.push({ tool: step.tool.name, args })
    }
  }
  if (calls.length > 0) return { kind: 'call', why, calls }
  return lacking && ask(scene, { ...lacking, why, made: at.made, abilities: at.abilities })
}

function optionsFor(
  scene: Scene,
  step: Step,
  at: { readonly abilities: Abilities; readonly whole: boolean },
): { readonly options: FillOptions; readonly chosen: readonly Chosen[] } {
  const chosen = chooseContext(scene, step, at.abilities)
  const words = at.whole ? scene.query : bareClause(step.clause)
  const toolTerms = at.abilities.documents.find(({ id }) => id === step.tool.name)?.terms ?? new Map()
  return { options: { scene, step, words, context: chosen, trade: tradeOf(step.tool), toolTerms }, chosen }
}

interface Lacking {
  readonly step: Step
  readonly filled: Extract<Filled, { readonly ok: false }>
  readonly why: readonly string[]
  readonly made: readonly Exchange[]
  readonly abilities: Abilities
}

function ask(scene: Scene, { step, filled, why, made, abilities }: Lacking): Move {
  const { missing, args } = filled
  const words = phrases[scene.language]
  const about = inLanguage(missing.description, scene.language)
  const choices = Array.isArray(missing.schema['enum'])
    ? ` [${missing.schema['enum'].map(String).join(', ')}]`
    : ''
  const question = words.ask(`${missing.name}${about === '' ? '' : ` (${about})`}${choices}`, step.tool.name)
  const before = made.length > 0 ? `${compose(scene, made, abilities.tools, [])}\n\n` : ''
  return {
    kind: 'say',
    why,
    text: before + question,
    open: { tool: step.tool.name, args, missing: missing.name },
  }
}

/** A call that must be made although nothing matches well: the likeliest tool whose arguments can be filled. */
function forced(scene: Scene, abilities: Abilities): Move | undefined {
  const best = choose(abilities, scene.query)?.tool
  const order = [...(best ? [best] : []), ...abilities.tools]
  for (const tool of order) {
    const step: Step = { tool, clause: scene.query, after: false, why: `${tool.name}: a call is required` }
    const move = prepare(scene, { abilities, made: [], required: true, steps: [step], whole: true })
    if (move?.kind === 'call') return move
  }
  return undefined
}
