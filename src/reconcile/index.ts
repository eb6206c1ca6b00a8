// From one reading of one page: the next state of what it can touch. Pure. Three kinds of pages show the same fights
// in three ways; each is believed in what it is the authority for, and the freshest in the rest (design.md section 2).
import { pageKey } from '#domain/page.ts'
import { isOf, type TournamentReading } from '#domain/reading.ts'
import type { Match } from '#domain/match.ts'
import { mergeBoard } from './board.ts'
import { mergeBracket } from './bracket.ts'
import { mergeCategories, mergeSchedule } from './categories.ts'
import { mergeList } from './list.ts'
import type { Voice } from './provenance.ts'
import { withOwnDates } from './tournament-facts.ts'
import { Draft, type Slice } from './slice.ts'

export { type Doubt, doubtOf, doubtOfList } from './anomaly.ts'
export { inZone } from './match.ts'
export type { Trace } from './provenance.ts'
export { inOrder, type Slice } from './slice.ts'
export { type Listed, newTournament, statusOf, withListing } from './tournament-facts.ts'
export { dateAt, isZone, zoneName } from './venue-time.ts'

/**
 * The slice after this reading, fetched at `fetchedAt` (epoch ms); `before` stays as it is. The slice must hold
 * everything that the page can touch (store/load-slice.ts). New entities have negative ids.
 */
export function merge(
  before: Slice,
  reading: TournamentReading,
  context: { fetchedAt: number; sourceUrl: string },
): Slice {
  const draft = new Draft(before)
  const voice = { page: pageKey(reading.page), at: context.fetchedAt }
  if (reading.verdict !== 'unusable') apply(draft, reading, voice, context.sourceUrl)
  draft.slice.fetchedAt.set(voice.page, voice.at)
  draft.slice.state.tournament = withOwnDates(draft.slice.state.tournament)
  nameFeeders(draft)
  return draft.slice
}

function apply(draft: Draft, reading: TournamentReading, voice: Voice, sourceUrl: string): void {
  if (isOf(reading, 'board')) mergeBoard(draft, reading, voice, sourceUrl)
  else if (isOf(reading, 'bracket')) mergeBracket(draft, reading, voice)
  else if (isOf(reading, 'competitor', 'club')) mergeList(draft, reading, voice)
  else if (isOf(reading, 'categories')) mergeCategories(draft, reading)
  else if (isOf(reading, 'schedule')) mergeSchedule(draft, reading)
  // The page of athletes who are alone in their category says nothing that their brackets do not.
}

/** An open side names its feeder by the number and mat that the feeder has now. */
function nameFeeders(draft: Draft): void {
  const byPlace = new Map<string, Match>()
  const matches = draft.slice.state.matches
  for (const match of matches.values())
    if (match.matchNumber !== null) byPlace.set(`${match.categoryId}/${match.matchNumber}`, match)
  for (const match of matches.values()) {
    if (!match.sides.some((side) => side.kind === 'open' && side.from?.matchNumber != null)) continue
    const [a, b] = match.sides.map((side) => {
      if (side.kind !== 'open' || side.from?.matchNumber == null) return side
      const feeder = byPlace.get(`${match.categoryId}/${side.from.matchNumber}`)
      return feeder ? { ...side, from: { ...side.from, fightNumber: feeder.fightNumber, mat: feeder.mat } } : side
    })
    if (a && b) draft.putMatch({ ...match, sides: [a, b] }, draft.trace(match.id))
  }
}
