import type { Language } from '../language.ts'
import type { DayMention } from './days.ts'
import type { NumberMention } from './numbers.ts'
import type { PlaceMention } from './places.ts'
import type { Property } from './property.ts'

/** The user's words with all that was found in them. Mentions that a property took are gone for the next. */
export interface Reader {
  readonly text: string
  /** The words a text argument gets. */
  readonly words: string
  readonly language: Language
  readonly today: string | undefined
  /** Terms of the tool's name and description: words that chose it, and so do not filter. */
  readonly trade: ReadonlyMap<string, number>
  readonly days: DayMention[]
  readonly numbers: NumberMention[]
  readonly places: PlaceMention[]
  /** Ranges of the places that are surely named, whoever took them. */
  readonly placeSpans: readonly (readonly [number, number])[]
  /** Ranges of words that set a flag or chose a listed value. */
  readonly taken: (readonly [number, number])[]
  readonly quoted: string[]
  readonly paths: string[]
  readonly ids: string[]
  readonly emails: string[]
  readonly urls: string[]
  readonly properties: readonly Property[]
  readonly isFollowUp: boolean
}
