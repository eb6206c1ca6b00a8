// What is below the matches: the athletes without a match, and the results. Both appear together, so that neither pushes the other
// down.
import type { ReactNode } from 'react'
import type { FollowedAthlete } from '#contract/athletes.ts'
import type { MatchItem } from '#contract/match-item.ts'
import { IdleAthletes } from './idle-athletes.tsx'
import { Results } from './results.tsx'

type Props = {
  athletes: readonly FollowedAthlete[]
  results: MatchItem[]
  /** No match is shown above. */
  isAlone: boolean
  render: (item: MatchItem) => ReactNode
}

export const BelowMatches = ({ athletes, results, isAlone, render }: Props) => (
  <>
    {athletes.length > 0 && <IdleAthletes athletes={athletes} isAlone={isAlone} />}
    <Results items={results} render={render} />
  </>
)
