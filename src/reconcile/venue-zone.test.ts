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

  it.each([
    ['Rome', 'GA', 'USA', 'America/New_York'],
    ['Rome', 'Georgia', 'U.S.A.', 'America/New_York'],
    ['Melbourne', 'FL', 'USA', 'America/New_York'],
    ['London', 'ON', 'Canada', 'America/Toronto'],
    ['Ho Chi Minh City', null, 'Viet Nam', 'Asia/Ho_Chi_Minh'],
    ['Paris', null, 'Germany', 'Europe/Berlin'],
    ['Moscow', 'ID', 'United States of America', null],
    ['Paris', null, 'Atlantis', null],
    ['Kourou', null, 'France', null],
    ['San Juan', null, 'USA', null],
  ])('is never that of another country: %s, %s, %s', (city, state, country, zone) => {
    expect(venue(`${city} Open`, city, state, country)).toBe(zone)
  })

  it.each([
    ['Asia/Ho_Chi_Minh', ['Viet Nam', 'Vietnam', 'VN', 'VNM', 'ベトナム']],
    ['America/Sao_Paulo', ['Brazil', 'Brasil', 'BR', 'BRA', 'Brésil']],
    ['Europe/Istanbul', ['Türkiye', 'Turkiye', 'Turkey', 'TR']],
    ['Africa/Abidjan', ["Côte d'Ivoire", 'Côte d’Ivoire', 'Cote d Ivoire', 'Ivory Coast']],
    ['Asia/Seoul', ['Korea, Republic of', 'Republic of Korea', 'South Korea', 'Korea', 'KOR', '대한민국']],
    ['Asia/Dubai', ['UAE', 'U.A.E.', 'United Arab Emirates', 'Emiratos Árabes Unidos']],
    ['Europe/London', ['UK', 'GB', 'England', 'Scotland', 'United Kingdom of Great Britain and Northern Ireland']],
    ['Asia/Tehran', ['Iran, Islamic Republic of', 'Iran', 'Irã']],
    ['Europe/Prague', ['Czechia', 'Czech Republic', 'Česko']],
    ['America/La_Paz', ['Bolivia (Plurinational State of)', 'Bolivia, Plurinational State of', 'Bolivia']],
    ['Africa/Dar_es_Salaam', ['Tanzania, United Republic of', 'Tanzania']],
    ['America/Port_of_Spain', ['Trinidad & Tobago', 'Trinidad and Tobago']],
  ])('is found for all usual names of the country of %s', (zone, names) => {
    const state = zone === 'America/Sao_Paulo' ? 'SP' : null
    expect(names.map((name) => [name, venue('An Open', 'Nowhereville', state, name)])).toEqual(
      names.map((name) => [name, zone]),
    )
  })

  it.each([
    ['USA', ['CA', 'California', 'Calif.', 'US-CA'], 'America/Los_Angeles'],
    ['USA', ['PR', 'Puerto Rico'], 'America/Puerto_Rico'],
    ['Brazil', ['SP', 'São Paulo', 'Sao Paulo', 'BR-SP'], 'America/Sao_Paulo'],
    ['Brazil', ['AC', 'Acre'], 'America/Rio_Branco'],
    ['Canada', ['AB', 'Alberta', 'Alta.'], 'America/Edmonton'],
    ['Canada', ['SK', 'Saskatchewan', 'Sask.'], 'America/Regina'],
    ['Australia', ['QLD', 'Queensland', 'Qld.'], 'Australia/Brisbane'],
    ['Australia', ['WA', 'W.A.', 'Western Australia'], 'Australia/Perth'],
    ['Mexico', ['QR', 'Q. Roo', 'ROO', 'Quintana Roo'], 'America/Cancun'],
    ['Mexico', ['BC', 'BCN', 'Baja California', 'Baja California Norte'], 'America/Tijuana'],
    ['Mexico', ['NL', 'N.L.', 'NLE', 'Nuevo León'], 'America/Monterrey'],
    ['Mexico', ['CDMX', 'DF', 'Ciudad de México', 'Distrito Federal'], 'America/Mexico_City'],
    ['Spain', ['Madrid', 'Comunidad de Madrid', 'MD'], 'Europe/Madrid'],
    ['Portugal', ['Azores', 'Açores', 'Região Autónoma dos Açores'], 'Atlantic/Azores'],
  ])('is found for an unknown town in %s by the names and codes of its state: %j', (country, states, zone) => {
    expect(states.map((state) => [state, venue('An Open', 'Nowhereville', state, country)])).toEqual(
      states.map((state) => [state, zone]),
    )
  })

  it.each([
    ['TX', 'USA'],
    ['FL', 'USA'],
    ['Tennessee', 'USA'],
    ['Chihuahua', 'Mexico'],
    ['AM', 'Brazil'],
    ['ON', 'Canada'],
    [null, 'USA'],
    [null, 'Brazil'],
    [null, 'Indonesia'],
  ])('stays unknown for an unknown town where clocks differ: %s, %s', (state, country) => {
    expect(venue('An Open', 'Nowhereville', state, country)).toBeNull()
  })

  it.each([
    ['Ciudad Juárez', null, 'Mexico', 'America/Ciudad_Juarez'],
    ['Juárez', 'CHIH', 'México', 'America/Ciudad_Juarez'],
    ['Chihuahua', null, 'Mexico', 'America/Chihuahua'],
    ['Nuevo Laredo', null, 'Mexico', 'America/Matamoros'],
    ['Nuuk', null, 'Greenland', 'America/Nuuk'],
    ['Almaty', null, 'Kazakhstan', 'Asia/Almaty'],
    ['Punta Arenas', null, 'Chile', 'America/Punta_Arenas'],
    ['Coihaique', null, 'Chile', 'America/Coyhaique'],
    ['Montreal', 'QC', 'Canada', 'America/Toronto'],
    ['Yellowknife', null, 'Canada', 'America/Edmonton'],
    ['Windsor', 'ON', 'Canada', 'America/Toronto'],
    ['Ulaanbaatar', null, 'Mongolia', 'Asia/Ulaanbaatar'],
    ['Yangon', null, 'Myanmar', 'Asia/Yangon'],
    ['Perm', null, 'Russia', 'Asia/Yekaterinburg'],
    ['Urumqi', null, 'China', null],
  ])('is that of the newest data: %s', (city, state, country, zone) => {
    expect(venue('An Open', city, state, country)).toBe(zone)
  })

  it('comes from the state or the country when the city is unknown', () => {
    expect(venue('An Open', 'Vila Nenhures', 'SP', 'Brazil')).toBe('America/Sao_Paulo')
    expect(venue('An Open', 'Nowhereville', null, 'Japan')).toBe('Asia/Tokyo')
  })

  it('comes from the words of the name when nothing else is known', () => {
    expect(venue('Houston International Open IBJJF Jiu-Jitsu Championship 2026')).toBe('America/Chicago')
    expect(venue('Rio Winter Open')).toBe('America/Sao_Paulo')
    expect(venue('New York Summer Open')).toBe('America/New_York')
    expect(venue('Ho Chi Minh Open')).toBe('Asia/Ho_Chi_Minh')
  })

  it('stays unknown when neither the city nor the name decides it', () => {
    expect(venue('World IBJJF Jiu-Jitsu Championship 2026')).toBeNull()
    expect(venue('South American IBJJF Jiu-Jitsu Championship 2026')).toBeNull()
    expect(venue('An Open', 'Springfield', null, 'USA')).toBeNull()
    expect(venue('Rome Open', null, 'GA', null)).toBeNull()
    expect(venue('Rome Open', null, null, 'USA')).toBeNull()
  })
})
