// A tournament's location and time zone.
import { zoneText } from './format.ts'

type Place = { location: string | null; timezone: string | null }

/**
 * The location with each name once (the source has 'Lisbon, Lisbon, Portugal'), and the zone. The zone is null if it is named
 * after a city in the location.
 */
export function placeWords({ location, timezone }: Place): { location: string | null; zone: string | null } {
  const names = [...new Set(location?.split(/,\s*/))]
  const zone = timezone === null ? null : zoneText(timezone)
  const isCity = zone !== null && timezone?.endsWith(`/${zone.replaceAll(' ', '_')}`)
  return { location: location && names.join(', '), zone: isCity && names.includes(zone) ? null : zone }
}
