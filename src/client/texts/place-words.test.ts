import { expect, it } from 'vitest'
import { placeWords } from './place-words.ts'

it('a location contains each name once, and a zone named after a city is shown only if the location does not contain the city', () => {
  const placed = (location: string | null, timezone: string | null) => placeWords({ location, timezone })
  expect(placed('Lisbon, Lisbon, Portugal', 'Europe/Lisbon')).toEqual({ location: 'Lisbon, Portugal', zone: null })
  expect(placed('Tokyo, Tokyo, Japan', 'Asia/Tokyo')).toEqual({ location: 'Tokyo, Japan', zone: 'Japan' })
  expect(placed('Houston, Texas, United States', 'America/Chicago')).toEqual({
    location: 'Houston, Texas, United States',
    zone: 'Central',
  })
  expect(placed(null, 'Europe/Lisbon')).toEqual({ location: null, zone: 'Lisbon' })
  expect(placed('Lisbon', null)).toEqual({ location: 'Lisbon', zone: null })
})
