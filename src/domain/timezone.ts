// Labels of time zones (decision D2).

const labels: Record<string, string> = {
  'America/New_York': 'Eastern',
  'America/Chicago': 'Central',
  'America/Denver': 'Mountain',
  'America/Los_Angeles': 'Pacific',
  'America/Phoenix': 'Arizona',
  'America/Anchorage': 'Alaska',
  'Pacific/Honolulu': 'Hawaii',
  'Europe/London': 'UK',
  'Europe/Berlin': 'Central European',
  'Europe/Paris': 'Central European',
  'Asia/Tokyo': 'Japan',
  'Asia/Shanghai': 'China',
  'Australia/Sydney': 'Australian Eastern',
  'America/Sao_Paulo': 'Brazil',
}

/** 'Eastern' for America/New_York; by default the city: 'America/Argentina/Buenos_Aires' → 'Buenos Aires'. */
export function timezoneLabel(zone: string): string {
  return labels[zone] ?? zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}
