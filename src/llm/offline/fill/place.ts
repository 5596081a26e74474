import type { PlaceMention } from './places.ts'
import type { Property } from './property.ts'
import type { Reader } from './reader.ts'

/** The place a property asks for, by its role: where from, where to, near what. Taken from the reader. */
export function placeFor(property: Property, reader: Reader): string | undefined {
  const wants = roleWanted(property)
  const { places } = reader
  const fitting = places.find(({ role }) => role === wants)
  const single =
    wants === 'near' && !property.required
      ? undefined
      : places.find(({ sure, role }) => (sure || property.required) && !(wants === 'at' && role === 'from'))
  const rival = reader.properties.filter(({ kind }) => kind === 'place').length > 1
  const found = fitting ?? (rival && wants !== 'at' ? undefined : single)
  if (!found || (!found.sure && !property.required && !reader.isFollowUp)) return undefined
  places.splice(places.indexOf(found), 1)
  return found.text
}

function roleWanted({ name, description }: Property): PlaceMention['role'] {
  if (/near|around|附近|周边/iu.test(name)) return 'near'
  if (/^from|origin|depart|start|source|出发/iu.test(`${name}`)) return 'from'
  if (/^to$|^to_|destination|arriv|target|目的|到达/iu.test(`${name}`)) return 'to'
  return /附近|\bnear\b/iu.test(description) && !/city|城市/iu.test(description) ? 'near' : 'at'
}
