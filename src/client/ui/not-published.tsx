// What the competition system has not published yet of a tournament, and when RollCall looked for it last.
import type { ImportProgress, TournamentStatus } from '#domain/tournament.ts'
import { t } from '#client/texts/t.ts'
import { Age } from './age.tsx'

type Shown = {
  import: Pick<ImportProgress, 'state' | 'missing'>
  status: TournamentStatus
  archived: boolean
  source: { fetchedAt: string | null }
}

/** The sentence that says what is missing; null when nothing is, or nobody looks for it any more. */
export function missingText({ import: { state, missing = [] }, status, archived }: Shown): string | null {
  if (state !== 'done' || status === 'past' || archived) return null
  if (missing.includes('athletes')) return t(missing.includes('days') ? 'missing.everything' : 'missing.athletes')
  if (missing.includes('brackets')) return t('missing.brackets')
  return missing.includes('days') ? t('missing.days') : null
}

/** The sentence with the time of the last look; nothing when all is published. */
export function NotPublished({ tournament }: { tournament: Shown }) {
  const text = missingText(tournament)
  if (text === null) return null
  return (
    <p className="text-sm">
      {/* The age beside it ticks, and is no news. */}
      <span role="status" className="font-semibold">
        {text}
      </span>{' '}
      <LastLook tournament={tournament} />
    </p>
  )
}

export function LastLook({ tournament: { source } }: { tournament: Pick<Shown, 'source'> }) {
  if (source.fetchedAt === null) return null
  return <Age at={source.fetchedAt} sentence={lookText} className="text-sm text-muted" />
}

const lookText = (age: string): string => t('missing.looked', { age })
