// Corrects the zones of the city data, which is older than the time zone database. All corrections are in this file. Where the
// clocks of a place are disputed, it has no zone.
import type { CityData } from 'city-timezones'

type Correction = {
  country: string
  /** Each that is stated must be equal. */
  province?: string
  city?: string
  zone: string | null
}

/** The first one that applies decides. */
const corrections: readonly Correction[] = [
  // Mexico, 2022: these two keep the time of New Mexico.
  { country: 'MX', province: 'Chihuahua', city: 'Ciudad Juárez', zone: 'America/Ciudad_Juarez' },
  { country: 'MX', province: 'Chihuahua', city: 'Ascension', zone: 'America/Ciudad_Juarez' },
  { country: 'MX', province: 'Coahuila', city: 'Sierra Mojada', zone: 'America/Monterrey' },
  // Chile, 2017 and 2025: summer time all year.
  { country: 'CL', province: 'Magallanes y Antártica Chilena', zone: 'America/Punta_Arenas' },
  { country: 'CL', province: 'Aisén del General Carlos Ibáñez del Campo', zone: 'America/Coyhaique' },
  { country: 'KZ', province: 'Qostanay', zone: 'Asia/Qostanay' },
  // Xinjiang uses Beijing's time and its own; Crimea, Moscow's and Kyiv's.
  { country: 'CN', province: 'Xinjiang Uygur', zone: null },
  { country: 'CN', zone: 'Asia/Shanghai' },
  { country: 'UA', province: 'Crimea', zone: null },
  { country: 'CA', city: 'Windsor', province: 'Ontario', zone: 'America/Toronto' },
  // Without a zone in the data.
  { country: 'RU', city: 'Penza', zone: 'Europe/Moscow' },
  { country: 'RU', city: 'Perm', zone: 'Asia/Yekaterinburg' },
]

/** Zones that were united with another one or got another name. */
const renamed: Record<string, string> = {
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Godthab': 'America/Nuuk',
  'America/Montreal': 'America/Toronto',
  'America/Nipigon': 'America/Toronto',
  'America/Pangnirtung': 'America/Iqaluit',
  'America/Thunder_Bay': 'America/Toronto',
  'America/Yellowknife': 'America/Edmonton',
  'Asia/Choibalsan': 'Asia/Ulaanbaatar',
  'Asia/Rangoon': 'Asia/Yangon',
  'Europe/Uzhgorod': 'Europe/Kyiv',
  'Europe/Zaporozhye': 'Europe/Kyiv',
}

/** The zone of a city as of today; null if its clocks are disputed, undefined if the data has none. */
export function correctedZone({ iso2, province, city, timezone }: CityData): string | null | undefined {
  const correction = corrections.find(
    (each) =>
      each.country === iso2 &&
      (each.province === undefined || each.province === province) &&
      (each.city === undefined || each.city === city),
  )
  return correction ? correction.zone : (renamed[timezone] ?? timezone ?? undefined)
}
