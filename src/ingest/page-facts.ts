// Facts about the source's pages that the store does not hold: the pages of a tournament's days, the number of board pages of
// a day, when its boards last changed, and the club list that an athlete is on.
import type { Page } from '#domain/page.ts'
import type { Reading } from '#domain/reading.ts'
import type { TournamentState } from '#domain/tournament-state.ts'
import { boardPageCount } from './fetch-plan.ts'

export class PageFacts {
  private listedDay: string | null = null
  private scheduleDays: string[] = []
  private readonly boardPageCounts = new Map<string, number>()
  private readonly boardsChanged = new Map<string, number>()
  /** Club ids by team name; null for a name that several clubs have. */
  private clubs = new Map<string, string | null>()
  /** Club ids by athlete id, for the athletes whose club the roster names. */
  private clubsOfAthletes = new Map<string, string>()

  /** Updates the facts from a reading. `hasChanged`: it differs from the page's previous reading; `mono`: when its fetch began. */
  update(reading: Reading, hasChanged: boolean, mono: number): void {
    if (reading.page.kind === 'schedule' && 'days' in reading)
      this.scheduleDays = reading.days.map((day) => day.bjjCompSystemId)
    if (!('mats' in reading)) return
    const { day } = reading.page
    this.boardPageCounts.set(day, Math.max(this.boardPageCountOf(day), ...reading.pages))
    if (reading.date !== null && (hasChanged || !this.boardsChanged.has(reading.date)))
      this.boardsChanged.set(reading.date, mono)
    if (reading.clubs !== null) {
      const byName = Map.groupBy(reading.clubs, ({ name }) => name)
      this.clubs = new Map(
        [...byName].map(([name, clubs]) => {
          const ids = new Set(clubs.map(({ bjjCompSystemId }) => bjjCompSystemId))
          return [name, ids.size === 1 ? ([...ids][0] ?? null) : null]
        }),
      )
    }
    if (reading.athletes !== null)
      this.clubsOfAthletes = new Map(
        reading.athletes.flatMap(({ bjjCompSystemId, clubId }) =>
          clubId === null ? [] : [[bjjCompSystemId, clubId] as const],
        ),
      )
  }

  /** Sets the day page that the home page links to; false if it has not changed. */
  setListedDay(dayId: string | null): boolean {
    if (this.listedDay === dayId) return false
    this.listedDay = dayId
    return true
  }

  /** Day pages that the home page or the schedule page links to, used until the tournament's own pages name its days. */
  knownDayIds(): string[] {
    return this.listedDay === null ? this.scheduleDays : [this.listedDay]
  }

  /** The number of known board pages of a day, by the day's source id. */
  boardPageCountOf(dayId: string): number {
    return this.boardPageCounts.get(dayId) ?? 1
  }

  /** All board pages of a date. */
  boardsOn(date: string, { tournament }: TournamentState): Page[] {
    return tournament.days
      .filter((day) => day.date === date)
      .flatMap((day) =>
        Array.from({ length: boardPageCount(day, this.boardPageCountOf(day.bjjCompSystemId)) }, (_, index): Page => ({
          kind: 'board',
          tournament: tournament.bjjCompSystemId,
          day: day.bjjCompSystemId,
          page: index + 1,
        })),
      )
  }

  /** When a board of this date last changed, monotonic; undefined before the first reading. */
  boardsChangedAt(date: string): number | undefined {
    return this.boardsChanged.get(date)
  }

  /**
   * The source's id of the club whose list includes the athlete: as the roster names it, else the only club with the team's name;
   * null if unknown.
   */
  clubOf(athlete: string, team: string | null): string | null {
    return this.clubsOfAthletes.get(athlete) ?? (team === null ? null : (this.clubs.get(team) ?? null))
  }
}
