import { expect, it } from 'vitest'
import { placeWords } from './place-words.ts'

it('a place says each of its names once, and a zone that is named by its city only where the place does not name it', () => {
  const of = (location: string | null, timezone: string | null) => placeWords({ location, timezone })
  expect(of('Lisbon, Lisbon, Portugal', 'Europe/Lisbon')).toEqual({ location: 'Lisbon, Portugal', zone: null })
  expect(of('Tokyo, Tokyo, Japan', 'Asia/Tokyo')).toEqual({ location: 'Tokyo, Japan', zone: 'Japan' })
  expect(of('Houston, Texas, United States', 'America/Chicago')).toEqual({
    location: 'Houston, Texas, United States',
    zone: 'Central',
  })
  expect(of(null, 'Europe/Lisbon')).toEqual({ location: null, zone: 'Lisbon' })
  expect(of('Lisbon', null)).toEqual({ location: 'Lisbon', zone: null })
})
