import { expect, it } from 'vitest'
import { placeOf, regionsOf } from './zones.ts'

it('zones are grouped by their region, in the order of the alphabet', () => {
  expect(regionsOf(['Europe/Rome', 'America/New_York', 'UTC', 'America/Argentina/Buenos_Aires'])).toEqual([
    { region: 'America', zones: ['America/Argentina/Buenos_Aires', 'America/New_York'] },
    { region: 'Europe', zones: ['Europe/Rome'] },
    { region: 'UTC', zones: ['UTC'] },
  ])
})

it('a zone reads as a place', () => {
  expect(['America/New_York', 'America/Argentina/Buenos_Aires', 'UTC'].map(placeOf)).toEqual([
    'New York',
    'Argentina, Buenos Aires',
    'UTC',
  ])
})
