// Time zones by region.
import { t } from '#client/texts/t.ts'

export type Region = { region: string; zones: string[] }

/**
 * The zones to choose from: those that the browser lists, and `current`, which the browser may list only by another name
 * ('Asia/Calcutta' for 'Asia/Kolkata') or not at all.
 */
export const zonesToChoose = (current: string | null): string[] => [
  ...new Set([...Intl.supportedValuesOf('timeZone'), ...(current === null ? [] : [current])]),
]

/** 'America', 'Europe'…, each with its zones in alphabetical order; a zone without a region is its own region. */
export function regionsOf(zones: readonly string[]): Region[] {
  const regions = new Map<string, string[]>()
  for (const zone of [...zones].sort()) {
    const region = zone.split('/', 1)[0] ?? zone
    regions.set(region, [...(regions.get(region) ?? []), zone])
  }
  return [...regions].map(([region, inRegion]) => ({ region, zones: inRegion }))
}

/** A zone within its region, as a place: 'Argentina, Buenos Aires'. */
export const placeOf = (zone: string): string =>
  (zone.includes('/') ? zone.slice(zone.indexOf('/') + 1) : zone).replaceAll('_', ' ').replaceAll('/', ', ')

const namedRegions = [
  'Africa',
  'America',
  'Antarctica',
  'Arctic',
  'Asia',
  'Atlantic',
  'Australia',
  'Europe',
  'Indian',
  'Pacific',
] as const

/** Translates a region; one without a translation is returned unchanged. */
export function regionText(region: string): string {
  const named = namedRegions.find((each) => each === region)
  return named === undefined ? region : t(`admin.region.${named}`)
}
