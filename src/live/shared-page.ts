// The state of a shared page as delivered. It is kept as fingerprints, so that an update contains only what changed.
import {
  presentSharedHeading,
  presentSharedPart,
  type SharedBy,
  sharedClaims,
  type SharedFingerprints,
  type SharedHeading,
  sharedFingerprints,
  sharedVersion,
} from '#views/shared.ts'
import type { HeldTournament } from '#views/followed.ts'
import type { SharedChange } from '#contract/sharing.ts'
import { digest } from '#platform/digest.ts'

/** The data that the page shows. */
export type SharedPageData = {
  link: SharedBy['link']
  watched: SharedBy['watched'] & { follows: readonly { athleteId: number; tournamentId: number }[] }
  held(tournamentId: number): HeldTournament | undefined
}

export class SharedPage {
  /** Empty until the first `update`. */
  version = ''
  /** By athlete id. */
  private readonly fingerprints = new Map<number, SharedFingerprints>()
  /** By match id: the position of the delivered claim in the order of the owner's claims. */
  private claimOrders = new Map<number, number>()

  /**
   * Compares the dirty athletes, the list of followed ones, the claims and the heading with the delivered state. Returns the change
   * since the last version, or null if nothing changed. `now` is in epoch ms.
   */
  update(data: SharedPageData, dirty: ReadonlySet<number>, now: number): SharedChange | null {
    const from = this.version
    const { follows } = data.watched
    const followed = new Set(follows.map(({ athleteId }) => athleteId))
    const change: Omit<SharedChange, 'from' | keyof SharedHeading> = {
      athletes: [],
      matches: [],
      removedAthletes: [...this.fingerprints.keys()].filter((id) => !followed.has(id)),
      removedMatches: [],
      claims: [],
      removedClaims: [],
    }
    for (const { athleteId, tournamentId } of follows) {
      const before = this.fingerprints.get(athleteId)
      if (before && !dirty.has(athleteId)) continue
      const held = data.held(tournamentId)
      const athlete = held?.state.athletes.get(athleteId)
      if (!held || !athlete) {
        if (before) change.removedAthletes.push(athleteId)
        continue
      }
      const part = presentSharedPart(held, athlete, now)
      const after = sharedFingerprints(part, digest)
      this.fingerprints.set(athleteId, after)
      if (after.athlete !== before?.athlete) change.athletes.push(part.athlete)
      change.matches.push(...part.matches.filter(({ id }) => after.matches.get(id) !== before?.matches.get(id)))
      for (const id of before?.matches.keys() ?? [])
        if (!after.matches.has(id)) change.removedMatches.push({ id, athleteId })
    }
    for (const id of change.removedAthletes) this.fingerprints.delete(id)
    this.updateClaims(data, change)
    const tournaments = new Set(follows.map(({ tournamentId }) => tournamentId))
    const heading = presentSharedHeading(
      data,
      [...tournaments].flatMap((id) => data.held(id)?.state.tournament ?? []),
    )
    this.version = sharedVersion(heading, this.fingerprints, digest)
    return this.version === from ? null : { from, ...heading, ...change }
  }

  /** Adds the differences from the delivered claims to the change. */
  private updateClaims(data: SharedPageData, change: Pick<SharedChange, 'claims' | 'removedClaims'>): void {
    const claims = sharedClaims(data, this.fingerprints)
    const before = this.claimOrders
    this.claimOrders = new Map(claims.map(({ matchId, order }) => [matchId, order]))
    change.claims = claims.filter(({ matchId, order }) => before.get(matchId) !== order)
    change.removedClaims = [...before.keys()].filter((id) => !this.claimOrders.has(id))
  }
}
