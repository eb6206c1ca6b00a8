// Where a tournament is, and by whose clock it goes.
import { zoneText } from './format.ts'

type Place = { location: string | null; timezone: string | null }

/**
 * The place with each of its names once ('Lisbon, Lisbon, Portugal' has one twice), and the zone; null where the zone has
 * no name but that of a city which the place names anyway.
 */
export function placeWords({ location, timezone }: Place): { location: string | null; zone: string | null } {
  const names = [...new Set(location?.split(/,\s*/))]
  const zone = timezone === null ? null : zoneText(timezone)
  const isCity = zone !== null && timezone?.endsWith(`/${zone.replaceAll(' ', '_')}`)
  return { location: location && names.join(', '), zone: isCity && names.includes(zone) ? null : zone }
}
