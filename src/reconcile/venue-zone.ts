// Derives the time zone of a venue, which the source does not state: from city, state and country in the federation's event list,
// else from the tournament's name ('Houston International Open …'). An ambiguous place gives no zone, because a wrong countdown is
// worse than none, and an administrator can set the zone.
import { cityMapping } from 'city-timezones'
import type { CityData } from 'city-timezones'
import { fold } from '#domain/name.ts'

export type Venue = { name: string; city: string | null; state: string | null; country: string | null }

/** The IANA zone of a venue; null if it is unknown or ambiguous. */
export function zoneOf(venue: Venue): string | null {
  const byCity = venue.city ? agreedZone(placesNamed(venue.city).filter((place) => fits(place, venue))) : null
  return byCity ?? zoneOfBrazilianState(venue) ?? zoneOfCountry(venue.country) ?? zoneOfName(venue.name)
}

/** Local names of cities that the data has in English. */
const localNames: Record<string, string> = {
  lisboa: 'lisbon',
  roma: 'rome',
  milano: 'milan',
  munchen: 'munich',
  koln: 'cologne',
  'nova york': 'new york',
  rio: 'rio de janeiro',
  dc: 'washington, d.c.',
  washington: 'washington, d.c.',
}

const placesNamed = (city: string): CityData[] => {
  const name = fold(city)
  return cities().get(name) ?? cities().get(localNames[name] ?? '') ?? []
}

/** Cities by folded name. */
let index: Map<string, CityData[]> | undefined
function cities(): Map<string, CityData[]> {
  if (index) return index
  index = new Map()
  for (const place of cityMapping)
    for (const name of new Set([fold(place.city), fold(place.city_ascii)]))
      index.set(name, [...(index.get(name) ?? []), place])
  return index
}

/** ISO codes of countries, by their folded names in the lists. */
const countryNames: Record<string, string> = {
  brazil: 'BR',
  usa: 'US',
  us: 'US',
  'united states': 'US',
  eua: 'US',
  brasil: 'BR',
  uk: 'GB',
  england: 'GB',
  'great britain': 'GB',
  korea: 'KR',
  'south korea': 'KR',
  uae: 'AE',
  espana: 'ES',
  italia: 'IT',
  mexico: 'MX',
}

/** True if a city is in the country and state of the venue, as far as these are known. */
function fits(place: CityData, venue: Venue): boolean {
  if (venue.country) {
    const wanted = fold(venue.country)
    const code = countryNames[wanted]
    if (code ? place.iso2 !== code : ![place.country, place.iso2, place.iso3].some((name) => sameWord(name, wanted)))
      return false
  }
  // Outside the USA, provinces have many spellings, so a different one does not exclude a city.
  if (!venue.state || place.iso2 !== 'US') return true
  const wanted = fold(venue.state)
  return [place.province, place.state_ansi].some((name) => sameWord(name, wanted))
}

/** `name` is unknown, because some text columns of the data contain numbers. */
const sameWord = (name: unknown, wanted: string): boolean => typeof name === 'string' && fold(name) === wanted

/** The zone of these places, or of those with more than five times the population of any other zone's; else null. */
function agreedZone(places: readonly CityData[]): string | null {
  const populations = new Map<string, number>()
  for (const { timezone, pop } of places) populations.set(timezone, (populations.get(timezone) ?? 0) + pop)
  const [first, second] = [...populations].sort((a, b) => b[1] - a[1])
  if (!first) return null
  return !second || first[1] > 5 * second[1] ? first[0] : null
}

/** The zone on which the cities of a country agree (`agreedZone`). */
function zoneOfCountry(country: string | null): string | null {
  if (!country) return null
  return agreedZone(cityMapping.filter((place) => fits(place, { name: '', city: null, state: null, country })))
}

/** Brazilian states with the time of Brasília. Many events in Brazil take place in towns that the data lacks. */
const onBrasiliaTime = ['sp', 'rj', 'mg', 'es', 'pr', 'sc', 'rs', 'go', 'df']
const zoneOfBrazilianState = ({ state, country }: Venue): string | null =>
  state && country && countryNames[fold(country)] === 'BR' && onBrasiliaTime.includes(fold(state))
    ? 'America/Sao_Paulo'
    : null

/** Words of event names that are not cities. */
const eventWords = new Set([
  'open',
  'international',
  'jiu',
  'jitsu',
  'championship',
  'kids',
  'no',
  'gi',
  'nogi',
  'ibjjf',
  'winter',
  'summer',
  'spring',
  'fall',
  'master',
  'world',
  'national',
  'novice',
  'of',
  'de',
  'the',
])

/** The zone of the longest sequence of up to three words in the name that is a city of at least 50,000 people. */
function zoneOfName(name: string): string | null {
  const words = fold(name)
    .split(/[^\p{L}.'-]+/u)
    .filter(Boolean)
  for (let length = 3; length >= 1; length--)
    for (let start = 0; start + length <= words.length; start++) {
      const run = words.slice(start, start + length)
      if (run.every((word) => eventWords.has(word))) continue
      const zone = agreedZone(placesNamed(run.join(' ')).filter((place) => place.pop >= 50_000))
      if (zone) return zone
    }
  return null
}
