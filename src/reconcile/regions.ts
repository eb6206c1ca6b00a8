// Countries and their states by any of their usual names and codes: ISO 3166, and the names that Unicode's data has in several
// languages.
import { iso31661 } from 'iso-3166/1.js'
import { iso31662 } from 'iso-3166/2.js'
import { fold } from '#domain/name.ts'

/** Words that do not distinguish two regions. */
const fillers = new Set(
  'the and of de do da dos das del e y state states estado province provincia prefecture region'.split(' '),
)

/** Equal for names with the same words in any order: 'Korea, Republic of' and 'Republic of Korea', 'U.S.A.' and 'USA'. */
export const regionKey = (name: string): string => {
  const words = fold(name)
    .replace(/['.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => (word === 'st' ? 'saint' : word))
  const telling = words.filter((word) => !fillers.has(word))
  return (telling.length > 0 ? telling : words).toSorted().join(' ')
}

/** The languages in which countries are recognised, besides those of the countries themselves. */
const languages = ['en', 'pt', 'es', 'ja', 'fr', 'de', 'it', 'nl', 'pl', 'ru', 'ar', 'ko', 'zh']

/** Usual names that neither source has. */
const moreCountries: Record<string, readonly string[]> = {
  AE: ['UAE', 'Emirates', 'EAU'],
  CD: ['DR Congo', 'DRC'],
  CI: ['Ivory Coast'],
  CN: ['PR China', 'PRC', 'Mainland China'],
  CV: ['Cape Verde'],
  CZ: ['Czech Republic'],
  GB: ['UK', 'Great Britain', 'Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland', 'Inglaterra'],
  HK: ['Hong Kong', 'Hong Kong SAR'],
  IE: ['Republic of Ireland'],
  KR: ['Korea', 'Coreia', 'Corea', 'ROK'],
  MK: ['Macedonia'],
  MM: ['Burma'],
  MO: ['Macau', 'Macao'],
  NL: ['Holland', 'Holanda'],
  PS: ['Palestine'],
  SZ: ['Swaziland'],
  TL: ['East Timor'],
  TR: ['Turkey'],
  US: ['EUA', 'EEUU', 'EE UU', 'America', 'United States'],
  VA: ['Vatican'],
}

/** Codes and short forms of states that ISO 3166-2 does not have, by their ISO codes. */
const moreStates: Record<string, readonly string[]> = {
  'MX-BCN': ['BC', 'Baja California Norte'],
  'MX-BCS': ['BS'],
  'MX-CHH': ['CI', 'CHIH'],
  'MX-CHP': ['CS', 'CHIS'],
  'MX-CMX': ['DF', 'CDMX', 'Distrito Federal', 'Mexico City'],
  'MX-COA': ['Coahuila'],
  'MX-DUR': ['DG'],
  'MX-MEX': ['EM', 'MX', 'EDOMEX', 'Edo Mex'],
  'MX-MIC': ['Michoacán'],
  'MX-NLE': ['NL'],
  'MX-ROO': ['QR', 'Q Roo', 'QROO'],
  'MX-SIN': ['SI'],
  'MX-SON': ['SO'],
  'MX-TAM': ['TM', 'TAMPS'],
  'MX-VER': ['Veracruz'],
  'CA-NL': ['Newfoundland', 'Labrador', 'NF'],
  'CA-QC': ['PQ'],
  'CA-AB': ['Alta'],
  'CA-YT': ['Yukon Territory'],
  'US-DC': ['Washington DC'],
  'US-FL': ['Fla'],
  'PT-20': ['Azores', 'Açores'],
  'PT-30': ['Madeira'],
}

let codes: Map<string, string> | undefined

/** The ISO code of a country by its name in a usual language or a code of two or three letters; null if none has this name. */
export function countryCode(name: string): string | null {
  codes ??= countryCodes()
  return codes.get(regionKey(name)) ?? null
}

function countryCodes(): Map<string, string> {
  const found = new Map<string, string>()
  const own = iso31661.map(({ alpha2 }) => new Intl.Locale(`und-${alpha2}`).maximize().language)
  const named = [...new Set([...languages, ...own])].map((language) => ({
    language,
    names: new Intl.DisplayNames([language], { type: 'region' }),
  }))
  for (const [index, { alpha2, alpha3, name }] of iso31661.entries()) {
    const known = named.filter(({ language }) => languages.includes(language) || language === own[index])
    const names = [alpha2, alpha3, name, ...known.flatMap((each) => each.names.of(alpha2) ?? [])]
    for (const each of [...names, ...(moreCountries[alpha2] ?? [])]) found.set(regionKey(each), alpha2)
  }
  return found
}

/** The keys of a state's names and codes. */
type StateNames = ReadonlySet<string>
let byCountry: Map<string, StateNames[]> | undefined

/** The states of a country; a part of a state, such as a Spanish province, has the state's names, too. */
function statesOf(country: string): readonly StateNames[] {
  if (!byCountry) {
    byCountry = new Map()
    const nameOf = new Map(iso31662.map(({ code, name }) => [code, name]))
    for (const { code, name, parent } of iso31662) {
      const [of = '', short = ''] = code.split('-')
      const names = new Set([code, short, name, nameOf.get(parent) ?? [], moreStates[code] ?? []].flat().map(regionKey))
      byCountry.set(of, [...(byCountry.get(of) ?? []), names])
    }
  }
  return byCountry.get(country) ?? []
}

/**
 * The keys of the names of a country's state, by any of them or its unique beginning ('Calif.'); for an unknown state, the key of
 * the stated name alone.
 */
export function stateNames(country: string, stated: string): ReadonlySet<string> {
  const key = regionKey(stated)
  const states = statesOf(country)
  const named = states.filter((names) => names.has(key))
  if (named.length > 0) return new Set([key, ...named.flatMap((names) => [...names])])
  const begun = key.length < 3 ? [] : states.filter((names) => [...names].some((name) => name.startsWith(key)))
  return new Set([key, ...(begun.length === 1 ? (begun[0] ?? []) : [])])
}

/** Countries of their own that are also stated as states of another one. */
const territories: Record<string, readonly string[]> = {
  CN: ['HK', 'MO', 'TW'],
  DK: ['FO', 'GL'],
  FI: ['AX'],
  FR: ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'WF', 'YT'],
  NL: ['AW', 'CW', 'SX'],
  NO: ['SJ'],
  US: ['AS', 'GU', 'MP', 'PR', 'VI'],
}

/** The country, and its territories that have codes of their own. */
export const withTerritories = (country: string): readonly string[] => [country, ...(territories[country] ?? [])]

/** The country itself, or its territory that the state is: Puerto Rico of the United States, Hong Kong of China. */
export function countryOfState(country: string, state: string | null): string {
  const own = state === null ? null : countryCode(state)
  return own !== null && territories[country]?.includes(own) ? own : country
}
