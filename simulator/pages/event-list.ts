import type { TournamentPlan } from '../tournament/plan.ts'
import { addDays } from '../tournament/venue-time.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function shortDate(date: string): string {
  const [, month = '1', day = '1'] = date.split('-')
  return `${months[Number(month) - 1]} ${Number(day)}`
}

/** The federation's list of events as JSON: the only place with an event's city. */
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
