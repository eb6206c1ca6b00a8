import { bracketPage } from './pages/bracket.ts'
import { categoriesPage } from './pages/categories.ts'
import { dayPage, daysPage } from './pages/day.ts'
import { upcomingEvents } from './pages/event-list.ts'
import { athletePage, clubPage } from './pages/fight-lists.ts'
import { homePage } from './pages/home.ts'
import { logo } from './pages/logo.ts'
import { schedulePage, singleCompetitorsPage } from './pages/schedule.ts'
import type { Page, PageRequest, Site } from './site.ts'
import type { Command } from './tournament/commands.ts'
import { ImpossibleCommand } from './tournament/commands.ts'
import type { Tournament } from './tournament/model.ts'
import { isPublished, visibleCategories } from './tournament/model.ts'
import { dayIdOf, hoursOf, type TournamentPlan } from './tournament/plan.ts'
import { Timeline } from './tournament/timeline.ts'

/** Returns the tournaments that may exist around a time; always the same list for the same time. */
export type Calendar = (now: number) => readonly TournamentPlan[]

/** At most this many tournaments stay in memory beside the requested one; the others are simulated again when requested. */
const maxLoadedRuns = 8

const html = 'text/html; charset=utf-8'

/** Generated pages: all those of the tournaments that exist at a time. */
export class GeneratedSite implements Site {
  readonly robots: string
  private readonly calendar: Calendar
  private readonly seed: number
  private readonly timelines = new Map<number, Timeline>()

  constructor(calendar: Calendar, seed: number, robots: string) {
    this.calendar = calendar
    this.seed = seed
    this.robots = robots
  }

  /** The tournaments that the home page lists. */
  listed(now: number): TournamentPlan[] {
    return this.calendar(now).filter((plan) => {
      const { listedFrom, goneFrom } = hoursOf(plan)
      return now >= listedFrom && now < goneFrom && !this.timelines.get(plan.id)?.isEnded(now)
    })
  }

  /** The state of a tournament, if it exists at that time. */
  tournament(id: number, now: number): Tournament | undefined {
    const plan = this.listed(now).find((other) => other.id === id)
    return plan && this.timeline(plan).at(now)
  }

  /** Applies a command to a tournament. Throws ImpossibleCommand when it cannot be applied. */
  command(id: number, now: number, command: Command): void {
    const plan = this.calendar(now).find((other) => other.id === id)
    if (!plan) throw new ImpossibleCommand(`there is no tournament ${id}`)
    this.timeline(plan).command(now, command)
  }

  /** An independent copy of this site, for showing an earlier time. */
  replica(): GeneratedSite {
    const copy = new GeneratedSite(this.calendar, this.seed, this.robots)
    for (const [id, timeline] of this.timelines) copy.timelines.set(id, timeline.replica())
    return copy
  }

  page(request: PageRequest): Page | undefined {
    const { url, now, language } = request
    const path = url.pathname.replace(/\/+$/, '') || '/'
    if (path === '/' || path === '/tournaments') {
      const listed = this.listed(now).map((plan) => ({ plan, dayId: this.linkedDay(plan, now) }))
      const stamp = listed.map(({ plan, dayId }) => `${plan.id}:${dayId}`).join()
      return { status: 200, type: html, stamp, render: () => homePage(listed, language) }
    }
    if (path === '/api/v1/events/upcomings.json') {
      const upcoming = this.calendar(now).filter((plan) => now < hoursOf(plan).goneFrom)
      const stamp = upcoming.map(({ id }) => id).join()
      return {
        status: 200,
        type: 'application/json; charset=utf-8',
        stamp,
        render: () => upcomingEvents(upcoming, url.origin),
      }
    }
    const [, first, second, third, ...rest] = path.split('/')
    if (first === 'Championship' && second === 'Logo') {
      const plan = this.calendar(now).find(({ id }) => id === Number(third))
      return plan && { status: 200, type: 'image/png', stamp: '', render: () => logo(plan) }
    }
    if (first !== 'tournaments') return undefined
    const tournament = this.tournament(Number(second), now)
    const page = tournament && tournamentPage(tournament, [third ?? '', ...rest], request)
    // After a command at an earlier time, the same version can be another state.
    return page && { ...page, stamp: `${this.timelines.get(Number(second))?.commandCount}:${page.stamp}` }
  }

  /** The day that the home page links to once days are published: the last that has opened, or the first. */
  private linkedDay(plan: TournamentPlan, now: number): number | undefined {
    const { opensAt, publishedFrom } = hoursOf(plan)
    if (!(this.timelines.get(plan.id)?.published(now).days ?? now >= publishedFrom)) return undefined
    const passed = Math.floor((now - opensAt) / 86_400_000)
    return dayIdOf(plan, Math.min(Math.max(passed, 0), plan.days - 1))
  }

  private timeline(plan: TournamentPlan): Timeline {
    const timeline = this.timelines.get(plan.id) ?? new Timeline(plan, this.seed)
    // Keeps the map in order of use, and unloads the least recently used timelines.
    this.timelines.delete(plan.id)
    this.timelines.set(plan.id, timeline)
    const surplus = [...this.timelines].filter(([, { isLoaded }]) => isLoaded).slice(0, -maxLoadedRuns)
    for (const [id, old] of surplus) {
      if (old.commandCount === 0) this.timelines.delete(id)
      else old.unload()
    }
    return timeline
  }
}

function tournamentPage(tournament: Tournament, rest: readonly string[], request: PageRequest): Page | undefined {
  const { url, language, now } = request
  const [area = '', detail = '', more] = rest
  const opened = tournament.days.filter((day) => day.opensAt <= now).length
  const published = (['days', 'athletes', 'brackets'] as const).map((part) => isPublished(tournament, part))
  const stamp = `${tournament.version}:${tournament.rosterVersion}:${published.join()}:${opened}`
  const page = (render: () => string): Page => ({ status: 200, type: html, stamp, render })
  if (more !== undefined) return undefined
  if (area === '') return page(() => categoriesPage(tournament, 'Male', language))
  if (area === 'categories' && detail === '') {
    return page(() =>
      categoriesPage(tournament, url.searchParams.get('gender_id') === '2' ? 'Female' : 'Male', language),
    )
  }
  if (area === 'categories') {
    const category = visibleCategories(tournament).find(({ id }) => id === Number(detail))
    return category && page(() => bracketPage(tournament, category, language))
  }
  if (area === 'tournament_days') return daysArea(tournament, detail, request, page)
  if (!isPublished(tournament, 'days')) return { ...page(() => 'Internal Server Error'), status: 500 }
  if (area === 'schedule') return page(() => schedulePage(tournament, language))
  return area === 'single_competitors' ? page(() => singleCompetitorsPage(tournament, language)) : undefined
}

function daysArea(
  tournament: Tournament,
  detail: string,
  { url, language, omitNavigation }: PageRequest,
  page: (render: () => string) => Page,
): Page | undefined {
  const numberParameter = (name: string): number => Number(url.searchParams.get(name) ?? Number.NaN)
  if (detail === 'by_competitor') {
    const athlete = tournament.athletes.get(numberParameter('competitor_id'))
    return athlete && isPublished(tournament, 'athletes')
      ? page(() => athletePage(tournament, athlete, language))
      : undefined
  }
  if (detail === 'by_club') {
    const club = tournament.teams.get(numberParameter('club_id'))
    return club && page(() => clubPage(tournament, club, language))
  }
  // The real source answers 500 for days that are not published yet.
  if (!isPublished(tournament, 'days')) return { ...page(() => 'Internal Server Error'), status: 500 }
  if (detail === '') return page(() => daysPage(tournament, language))
  const day = tournament.days.find(({ id }) => id === Number(detail))
  return (
    day && page(() => dayPage(tournament, day, numberParameter('page') || 1, language, { navigation: omitNavigation }))
  )
}
