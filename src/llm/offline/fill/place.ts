import type { PlaceMention } from './places.ts'
import type { Property } from './property.ts'
import type { Reader } from './reader.ts'

/** The place a property asks for, by its role: where from, where to, near what. Taken from the reader. */
export function placeFor(property: Property, reader: Reader): string | undefined {
  const wants = roleWanted(property)
  const rival = reader.properties.filter(({ kind }) => kind === 'place').length > 1
  const usable = reader.places.filter(({ sure }) => sure || property.required)
  const found =
    usable.find(({ role }) => role === wants) ??
    usable.find(({ role }) => serves(role, wants, { property, rival }))
  if (!found) return undefined
  reader.places.splice(reader.places.indexOf(found), 1)
  return found.text
}

/** A place in another role will do unless the role tells two properties apart, or only what is near was asked for. */
function serves(
  role: PlaceMention['role'],
  wants: PlaceMention['role'],
  { property, rival }: { readonly property: Property; readonly rival: boolean },
): boolean {
  if (wants === 'at') return role !== 'from'
  return !rival && (wants !== 'near' || property.required)
}

function roleWanted({ name, description }: Property): PlaceMention['role'] {
  if (/near|around|附近|周边/iu.test(name)) return 'near'
  if (/^from|origin|depart|start|source|出发/iu.test(`${name}`)) return 'from'
  if (/^to$|^to_|destination|arriv|target|目的|到达/iu.test(`${name}`)) return 'to'
  return /附近|\bnear\b/iu.test(description) && !/city|城市/iu.test(description) ? 'near' : 'at'
}
