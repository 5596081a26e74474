import { z } from 'zod'
import { type Place, placeTable } from './places.ts'

/** Arguments that several tools of this team take. */
export const lang = z
  .enum(['zh', 'en'])
  .optional()
  .describe('language of the answer; default: the language of the request')
export const limit = z.int().min(1).max(20).optional().describe('how many, at most; 5 when left out')

/** The places of Beijing, read once. */
export const placesOf = placeTable()

/** All places, of every kind. */
export function everywhere(): readonly Place[] {
  return [...placesOf('attraction'), ...placesOf('restaurant'), ...placesOf('hotel')]
}
