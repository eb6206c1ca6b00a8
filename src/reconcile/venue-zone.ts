// Derives the time zone of a venue, which the source does not state: from country and state, and the city in them, as the
// federation's event list states them; without these, from the tournament's name ('Houston International Open …'). A place that
// is unknown or ambiguous gives no zone, because a wrong countdown is worse than none, and an administrator can set the zone
// (docs/decisions/065).
import { cityMapping } from 'city-timezones'
import { fold } from '#domain/name.ts'
import { countryCode, countryOfState, regionKey, stateNames, withTerritories } from './regions.ts'
import { correctedZone } from './zone-corrections.ts'

export type Venue = { name: string; city: string | null; state: string | null; country: string | null }

/** A city; `zone` is null where two zones are in use. `province`: a key of regions.ts. */
type Place = { country: string; province: string; people: number; zone: string | null }

/** The IANA zone of a venue; null if it is unknown or ambiguous. */
export function zoneOf({ name, ...stated }: Venue): string | null {
  const [city, state, country] = [stated.city, stated.state, stated.country].map((text) => text?.trim() || null)
  if (country) return zoneInCountry(country, state ?? null, city ?? null)
  const places = city ? placesNamed(city) : placesInName(name)
  return largestZone(state ? places.filter((place) => placesIn(place.country, state).includes(place)) : places)
}

/** The zone of the city in this country and state; for an unknown city, that on which all of the state or the country agrees. */
function zoneInCountry(stated: string, state: string | null, city: string | null): string | null {
  const outer = countryCode(stated)
  if (outer === null) return null
  const country = countryOfState(outer, state)
  const inCountry = gazetteer().byCountry.get(country) ?? []
  const inState = state === null || country !== outer ? [] : placesIn(country, state)
  const named = city === null ? [] : placesNamed(city)
  const cities = named.filter((place) => place.country === country)
  if (inState.length > 0) {
    const citiesInState = cities.filter((place) => inState.includes(place))
    return agreedZone(citiesInState.length > 0 ? citiesInState : inState)
  }
  if (cities.length > 0) return state === null ? largestZone(cities) : agreedZone(cities)
  // A city that only a territory has may be meant, or another of that name.
  if (named.some((place) => withTerritories(country).includes(place.country))) return null
  return agreedZone(inCountry.filter(({ zone }) => zone !== null))
}

/** The cities in a state of the country; none if the data does not have the state. */
function placesIn(country: string, state: string): readonly Place[] {
  const names = stateNames(country, state)
  return (gazetteer().byCountry.get(country) ?? []).filter(({ province }) => names.has(province))
}

/** Usual names of cities under which the data does not have them. */
const otherNames: Record<string, string> = {
  lisboa: 'lisbon',
  roma: 'rome',
  milano: 'milan',
  munchen: 'munich',
  koln: 'cologne',
  'nova york': 'new york',
  'new york city': 'new york',
  rio: 'rio de janeiro',
  dc: 'washington dc',
  washington: 'washington dc',
  'ho chi minh': 'ho chi minh city',
  saigon: 'ho chi minh city',
  juarez: 'ciudad juarez',
}

const cityKey = (name: string): string =>
  fold(name)
    .replace(/['.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
const placesNamed = (city: string): readonly Place[] => {
  const name = cityKey(city)
  const { byName } = gazetteer()
  return [...(byName.get(name) ?? []), ...(byName.get(otherNames[name] ?? '') ?? [])]
}

type Gazetteer = { byName: Map<string, Place[]>; byCountry: Map<string, Place[]> }
let index: Gazetteer | undefined

/** The cities by name and by country, without those whose zone is unknown or not one of their country. */
function gazetteer(): Gazetteer {
  if (index) return index
  const [byName, byCountry] = [new Map<string, Place[]>(), new Map<string, Place[]>()]
  const add = (map: Map<string, Place[]>, key: string, place: Place): void => {
    const known = map.get(key)
    if (known) known.push(place)
    else map.set(key, [place])
  }
  for (const city of cityMapping) {
    const zone = correctedZone(city)
    if (zone === undefined || (zone !== null && !isZoneOf(city.iso2, zone))) continue
    const place = { country: city.iso2, province: regionKey(city.province), people: city.pop, zone }
    for (const name of new Set([cityKey(city.city), cityKey(city.city_ascii)])) add(byName, name, place)
    add(byCountry, place.country, place)
  }
  return (index = { byName, byCountry })
}

/** False for a zone that this runtime does not know, too. */
const isZoneOf = (country: string, zone: string): boolean => zonesOf(country).has(canonical(zone) ?? '')

/** The zones of a country, in this runtime's own names. Older runtimes call the list `timeZones`. */
function zonesOf(country: string): ReadonlySet<string> {
  let zones = zonesByCountry.get(country)
  if (!zones) {
    const locale: Intl.Locale & { getTimeZones?(): string[]; timeZones?: string[] } = new Intl.Locale(
      `und-${/^[A-Z]{2}$/.test(country) ? country : 'ZZ'}`,
    )
    zones = new Set((locale.getTimeZones?.() ?? locale.timeZones ?? []).flatMap((zone) => canonical(zone) ?? []))
    zonesByCountry.set(country, zones)
  }
  return zones
}
const zonesByCountry = new Map<string, ReadonlySet<string>>()

/** This runtime's one name for all names of a zone; null for an unknown one. */
function canonical(zone: string): string | null {
  let name = canonicalNames.get(zone)
  if (name === undefined) {
    name = runtimeName(zone)
    canonicalNames.set(zone, name)
  }
  return name
}
const canonicalNames = new Map<string, string | null>()

const runtimeName = (zone: string): string | null => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/** The zone of the most people in these places, if the clocks show the same time in all of them; else null. */
function agreedZone(places: readonly Place[]): string | null {
  const [first, ...others] = zonesByPeople(places)
  return first?.zone != null && others.every(({ zone }) => zone !== null && keepSameTime(zone, first.zone ?? ''))
    ? first.zone
    : null
}

/** The zone on which these places agree (`agreedZone`), or that of 20 times as many people as live in all others; else null. */
function largestZone(places: readonly Place[]): string | null {
  const [first, ...others] = zonesByPeople(places)
  const rest = others.reduce((sum, { people }) => sum + people, 0)
  return first && first.people > 20 * rest ? first.zone : agreedZone(places)
}

function zonesByPeople(places: readonly Place[]): { zone: string | null; people: number }[] {
  const people = new Map<string | null, number>()
  for (const place of places) people.set(place.zone, (people.get(place.zone) ?? 0) + place.people)
  return [...people].map(([zone, count]) => ({ zone, people: count })).toSorted((a, b) => b.people - a.people)
}

const keepSameTime = (one: string, other: string): boolean => one === other || clocksOf(one) === clocksOf(other)

const week = 7 * 86_400_000
/** Any year will do, as long as its rules still apply. */
const beginning = Date.UTC(2026, 0, 1)

/** The offsets of a zone in each week of a year. */
function clocksOf(zone: string): string {
  let clocks = clocksByZone.get(zone)
  if (clocks === undefined) {
    const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    const offsets = Array.from({ length: 52 }, (_, index) => format.format(beginning + index * week).split(', ')[1])
    clocksByZone.set(zone, (clocks = offsets.join()))
  }
  return clocks
}
const clocksByZone = new Map<string, string>()

/** Words of event names that are not part of a city's name. */
const eventWords = new Set(
  `open international jiu jitsu bjj championship championships kids no gi nogi ibjjf winter summer spring fall autumn master
  masters world national novice pro grand slam cup games of the campeonato copa 1st 2nd 3rd`.split(/\s+/),
)

/** The cities of at least 50,000 people that the words between the event's words name. */
function placesInName(name: string): readonly Place[] {
  const parts: string[][] = [[]]
  for (const word of cityKey(name).split(' '))
    if (eventWords.has(word) || /^\d+$/.test(word)) parts.push([])
    else parts.at(-1)?.push(word)
  return parts.flatMap((words) => placesNamed(words.join(' '))).filter(({ people }) => people >= 50_000)
}
