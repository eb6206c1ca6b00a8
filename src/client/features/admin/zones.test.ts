import { afterEach, expect, it } from 'vitest'
import { locale as portuguese } from '#client/texts/languages/pt-br.ts'
import { english, loadTexts, setLocale } from '#client/texts/t.ts'
import { placeOf, regionsOf, regionText, zonesToChoose } from './zones.ts'

afterEach(() => setLocale(english))

it('zones are grouped by region, in alphabetical order', () => {
  expect(regionsOf(['Europe/Rome', 'America/New_York', 'UTC', 'America/Argentina/Buenos_Aires'])).toEqual([
    { region: 'America', zones: ['America/Argentina/Buenos_Aires', 'America/New_York'] },
    { region: 'Europe', zones: ['Europe/Rome'] },
    { region: 'UTC', zones: ['UTC'] },
  ])
})

it('the zones to choose from contain a venue’s zone exactly once, whether or not the browser lists it', () => {
  const listed = Intl.supportedValuesOf('timeZone')
  for (const current of ['Asia/Calcutta', 'Asia/Kolkata', 'UTC'])
    expect(zonesToChoose(current).filter((zone) => zone === current)).toEqual([current])
  expect(zonesToChoose(null)).toEqual(listed)
})

it('a zone is shown as a place', () => {
  expect(['America/New_York', 'America/Argentina/Buenos_Aires', 'UTC'].map(placeOf)).toEqual([
    'New York',
    'Argentina, Buenos Aires',
    'UTC',
  ])
})

it('a region is named in the current language, and one without a translation by its English name', async () => {
  await loadTexts('admin')
  expect(['America', 'UTC'].map(regionText)).toEqual(['America', 'UTC'])
  await setLocale(portuguese)
  expect(['America', 'UTC'].map(regionText)).toEqual(['América', 'UTC'])
})
