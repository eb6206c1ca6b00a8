// What the page behind a shared link says, remembered as prints, so that of all that changes only what is news is told.
import {
  presentSharedHeading,
  presentSharedPart,
  type SharedPrints,
  sharedPrints,
  sharedVersion,
} from '#views/shared.ts'
import type { HeldTournament } from '#views/followed.ts'
import type { SharedChange } from '#contract/sharing.ts'
import { digest } from '#platform/digest.ts'

/** What the page is made of. */
export type SharedSight = {
  link: { title: string | null; username: string }
  follows: readonly { athleteId: number; tournamentId: number }[]
  held(tournamentId: number): HeldTournament | undefined
}

export class SharedPage {
  /** Empty until the first look. */
  version = ''
  private readonly prints = new Map<number, SharedPrints>()

  /**
   * Looks again at the athletes who were touched, and at who is followed. Returns what is news since the version before;
   * null when nothing is. `now` in epoch ms.
   */
  look(sight: SharedSight, touched: ReadonlySet<number>, now: number): SharedChange | null {
    const from = this.version
    const followed = new Set(sight.follows.map(({ athleteId }) => athleteId))
    const news: Pick<SharedChange, 'athletes' | 'matches' | 'removedAthletes' | 'removedMatches'> = {
      athletes: [],
      matches: [],
      removedAthletes: [...this.prints.keys()].filter((id) => !followed.has(id)),
      removedMatches: [],
    }
    for (const { athleteId, tournamentId } of sight.follows) {
      const before = this.prints.get(athleteId)
      if (before && !touched.has(athleteId)) continue
      const held = sight.held(tournamentId)
      const athlete = held?.state.athletes.get(athleteId)
      if (!held || !athlete) {
        if (before) news.removedAthletes.push(athleteId)
        continue
      }
      const part = presentSharedPart(held, athlete, now)
      const prints = sharedPrints(part, digest)
      this.prints.set(athleteId, prints)
      if (prints.athlete !== before?.athlete) news.athletes.push(part.athlete)
      news.matches.push(...part.matches.filter(({ id }) => prints.matches.get(id) !== before?.matches.get(id)))
      for (const id of before?.matches.keys() ?? [])
        if (!prints.matches.has(id)) news.removedMatches.push({ id, athleteId })
    }
    for (const id of news.removedAthletes) this.prints.delete(id)
    const tournaments = new Set(sight.follows.map(({ tournamentId }) => tournamentId))
    const heading = presentSharedHeading(
      sight.link,
      [...tournaments].flatMap((id) => sight.held(id)?.state.tournament ?? []),
    )
    this.version = sharedVersion(heading, this.prints, digest)
    return this.version === from ? null : { from, ...heading, ...news }
  }
}
