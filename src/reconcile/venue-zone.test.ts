import { describe, expect, it } from 'vitest'
import { zoneOf } from './venue-zone.ts'

const venue = (name: string, city: string | null = null, state: string | null = null, country: string | null = null) =>
  zoneOf({ name, city, state, country })

describe('The zone of a venue', () => {
  it('comes from its city, with the state deciding between cities of one name', () => {
    expect(venue('An Open', 'Long Beach', 'CA', 'USA')).toBe('America/Los_Angeles')
    expect(venue('An Open', 'Kansas City', 'Missouri', 'United States')).toBe('America/Chicago')
    expect(venue('An Open', 'São Paulo', null, 'Brasil')).toBe('America/Sao_Paulo')
    expect(venue('An Open', 'Lisboa', null, 'Portugal')).toBe('Europe/Lisbon')
  })

  it('comes from the state or the country when the city is unknown', () => {
    expect(venue('An Open', 'Vila Nenhures', 'SP', 'Brazil')).toBe('America/Sao_Paulo')
    expect(venue('An Open', 'Nowhereville', null, 'Japan')).toBe('Asia/Tokyo')
  })

  it('comes from the words of the name when nothing else is known', () => {
    expect(venue('Houston International Open IBJJF Jiu-Jitsu Championship 2026')).toBe('America/Chicago')
    expect(venue('Rio Winter Open')).toBe('America/Sao_Paulo')
    expect(venue('New York Summer Open')).toBe('America/New_York')
  })

  it('stays unknown when neither the city nor the name decides it', () => {
    expect(venue('World IBJJF Jiu-Jitsu Championship 2026')).toBeNull()
    expect(venue('South American IBJJF Jiu-Jitsu Championship 2026')).toBeNull()
    expect(venue('An Open', 'Springfield', null, 'USA')).toBeNull()
  })
})
