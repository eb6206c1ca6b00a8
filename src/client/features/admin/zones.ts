// Time zones to choose from, by region.
import { t } from '#client/texts/t.ts'

export type Region = { region: string; zones: string[] }

/** 'America', 'Europe'…, each with its zones in the order of the alphabet; a zone without a region stands under its own name. */
export function regionsOf(zones: readonly string[]): Region[] {
  const regions = new Map<string, string[]>()
  for (const zone of [...zones].sort()) {
    const region = zone.split('/', 1)[0] ?? zone
    regions.set(region, [...(regions.get(region) ?? []), zone])
  }
  return [...regions].map(([region, of]) => ({ region, zones: of }))
}

/** A zone within its region, as people write it: 'Argentina, Buenos Aires'. */
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

/** A region in the language shown; one that has no name there stays as it is. */
export function regionText(region: string): string {
  const named = namedRegions.find((each) => each === region)
  return named === undefined ? region : t(`admin.region.${named}`)
}
