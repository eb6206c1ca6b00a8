/** A venue's city, as the federation's event list names it. */
export interface City {
  city: string
  state: string
  country: string
  timezone: string
}

/** Cities all around the world, so that at any time it is morning in one of them. */
export const cities: readonly City[] = [
  { city: 'Auckland', state: 'Auckland', country: 'New Zealand', timezone: 'Pacific/Auckland' },
  { city: 'Suva', state: 'Rewa', country: 'Fiji', timezone: 'Pacific/Fiji' },
  { city: 'Sydney', state: 'New South Wales', country: 'Australia', timezone: 'Australia/Sydney' },
  { city: 'Brisbane', state: 'Queensland', country: 'Australia', timezone: 'Australia/Brisbane' },
  { city: 'Tokyo', state: 'Tokyo', country: 'Japan', timezone: 'Asia/Tokyo' },
  { city: 'Seoul', state: 'Seoul', country: 'South Korea', timezone: 'Asia/Seoul' },
  { city: 'Manila', state: 'Manila', country: 'Philippines', timezone: 'Asia/Manila' },
  { city: 'Singapore', state: 'Singapore', country: 'Singapore', timezone: 'Asia/Singapore' },
  { city: 'Bangkok', state: 'Bangkok', country: 'Thailand', timezone: 'Asia/Bangkok' },
  { city: 'Jakarta', state: 'Jakarta', country: 'Indonesia', timezone: 'Asia/Jakarta' },
  { city: 'Dhaka', state: 'Dhaka', country: 'Bangladesh', timezone: 'Asia/Dhaka' },
  { city: 'Tashkent', state: 'Tashkent', country: 'Uzbekistan', timezone: 'Asia/Tashkent' },
  { city: 'Dubai', state: 'Dubai', country: 'United Arab Emirates', timezone: 'Asia/Dubai' },
  { city: 'Istanbul', state: 'Istanbul', country: 'Turkey', timezone: 'Europe/Istanbul' },
  { city: 'Nairobi', state: 'Nairobi', country: 'Kenya', timezone: 'Africa/Nairobi' },
  { city: 'Athens', state: 'Attica', country: 'Greece', timezone: 'Europe/Athens' },
  { city: 'Helsinki', state: 'Uusimaa', country: 'Finland', timezone: 'Europe/Helsinki' },
  { city: 'Milan', state: 'Lombardy', country: 'Italy', timezone: 'Europe/Rome' },
  { city: 'Berlin', state: 'Berlin', country: 'Germany', timezone: 'Europe/Berlin' },
  { city: 'Lisbon', state: 'Lisboa', country: 'Portugal', timezone: 'Europe/Lisbon' },
  { city: 'London', state: 'London', country: 'United Kingdom', timezone: 'Europe/London' },
  { city: 'Praia', state: 'Praia', country: 'Cape Verde', timezone: 'Atlantic/Cape_Verde' },
  { city: 'Recife', state: 'Pernambuco', country: 'Brazil', timezone: 'America/Recife' },
  { city: 'Buenos Aires', state: 'Buenos Aires', country: 'Argentina', timezone: 'America/Argentina/Buenos_Aires' },
  { city: 'Manaus', state: 'Amazonas', country: 'Brazil', timezone: 'America/Manaus' },
  { city: 'San Juan', state: 'Puerto Rico', country: 'Puerto Rico', timezone: 'America/Puerto_Rico' },
  { city: 'Lima', state: 'Lima', country: 'Peru', timezone: 'America/Lima' },
  { city: 'Boston', state: 'Massachusetts', country: 'United States', timezone: 'America/New_York' },
  { city: 'Houston', state: 'Texas', country: 'United States', timezone: 'America/Chicago' },
  { city: 'Mexico City', state: 'Distrito Federal', country: 'Mexico', timezone: 'America/Mexico_City' },
  { city: 'Denver', state: 'Colorado', country: 'United States', timezone: 'America/Denver' },
  { city: 'Phoenix', state: 'Arizona', country: 'United States', timezone: 'America/Phoenix' },
  { city: 'Los Angeles', state: 'California', country: 'United States', timezone: 'America/Los_Angeles' },
  { city: 'Anchorage', state: 'Alaska', country: 'United States', timezone: 'America/Anchorage' },
  { city: 'Honolulu', state: 'Hawaii', country: 'United States', timezone: 'Pacific/Honolulu' },
]
