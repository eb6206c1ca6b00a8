// The parts of a tournament that the source has not published yet, and the time of the last check.
import type { ImportProgress, TournamentStatus } from '#domain/tournament.ts'
import { t } from '#client/texts/t.ts'
import { Age } from './age.tsx'

type Shown = {
  import: Pick<ImportProgress, 'state' | 'missing'>
  status: TournamentStatus
  archived: boolean
  source: { fetchedAt: string | null }
}

/**
 * The sentence about missing athletes, brackets or days; null if none of these is missing, before the import is done, and after
 * reading has ended.
 */
export function missingText({ import: { state, missing = [] }, status, archived }: Shown): string | null {
  if (state !== 'done' || status === 'past' || archived) return null
  if (missing.includes('athletes')) return t(missing.includes('days') ? 'missing.everything' : 'missing.athletes')
  if (missing.includes('brackets')) return t('missing.brackets')
  return missing.includes('days') ? t('missing.days') : null
}

/** The sentence with the time of the last check; renders nothing when everything is published. */
export function NotPublished({ tournament }: { tournament: Shown }) {
  const text = missingText(tournament)
  if (text === null) return null
  return (
    <p className="text-sm">
      {/* The ticking age is outside the live region. */}
      <span role="status" className="font-semibold">
        {text}
      </span>{' '}
      <LastCheck tournament={tournament} />
    </p>
  )
}

/** The time of the last check; renders nothing if there was none. */
export function LastCheck({ tournament: { source } }: { tournament: Pick<Shown, 'source'> }) {
  if (source.fetchedAt === null) return null
  return <Age at={source.fetchedAt} sentence={checkText} className="text-sm text-muted" />
}

const checkText = (age: string): string => t('missing.looked', { age })
