import type { TournamentPlan } from '../tournament/plan.ts'
import { addDays } from '../tournament/venue-time.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function shortDate(date: string): string {
  const [, month = '1', day = '1'] = date.split('-')
  return `${months[Number(month) - 1]} ${Number(day)}`
}

/** The federation's list of events to come: the only place that says where an event is held. */
export function upcomingEvents(plans: readonly TournamentPlan[], origin: string): string {
  const championships = plans.map(({ id, name, firstDay, days, city, state, country }) => {
    const last = addDays(firstDay, days - 1)
    return {
      id,
      slug: name
        .normalize('NFD')
        .replace(/[^A-Za-z0-9 -]/g, '')
        .toLowerCase()
        .replaceAll(' ', '-'),
      name,
      urlLogo: `${origin}/Championship/Logo/${id}`,
      eventIntervalDays: days === 1 ? shortDate(firstDay) : `${shortDate(firstDay)}* - ${shortDate(last)}`,
      eventMonth: months[Number(firstDay.split('-')[1]) - 1],
      city,
      state,
      country,
    }
  })
  return JSON.stringify({ championships })
}

const logoColours = ['#0f4c81', '#8a1538', '#1b5e20', '#4a148c', '#b45309', '#0e7490']

/** A tournament's logo: its city's first letters on one colour. */
export function logo({ id, city }: TournamentPlan): string {
  const letters = city
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .slice(0, 3)
    .toUpperCase()
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120" width="120" height="120"><rect width="120" height="120" rx="16" fill="${logoColours[id % logoColours.length]}"/><text x="60" y="74" font-family="sans-serif" font-size="38" font-weight="700" text-anchor="middle" fill="#fff">${letters}</text></svg>`
}
