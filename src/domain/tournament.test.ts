import { expect, it } from 'vitest'
import { shareVenue } from './tournament.ts'

it('Two tournaments in a city share a venue unless two different venues are known', () => {
  const houston = { venue: null, city: 'Houston', state: 'Texas', country: 'United States' }
  expect(shareVenue(houston, { ...houston })).toBe(true)
  expect(shareVenue(houston, { ...houston, venue: 'Harbor Arena' })).toBe(true)
  expect(shareVenue({ ...houston, venue: 'Town Hall' }, { ...houston, venue: 'Harbor Arena' })).toBe(false)
  expect(shareVenue(houston, { ...houston, city: 'Austin' })).toBe(false)
  expect(shareVenue(houston, { ...houston, state: 'Mississippi' })).toBe(false)
  const unknown = { venue: null, city: null, state: null, country: null }
  expect(shareVenue(unknown, { ...unknown })).toBe(false)
})
