// The source pages: their state, last success, interval and requests, their problems, and the newest stored text of a page that
// could not be read.
import { dotted } from '#client/texts/dotted.ts'
import { type ReactNode, lazy, Suspense, useState } from 'react'
import type { SourcePage } from '#contract/source-status.ts'
import { numberText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'
import { Age } from '#client/ui/age.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { type Columns, DataTable, Named } from '#client/ui/data-table.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { ListHead } from './list-head.tsx'
import { intervalText } from './measures.ts'
import { RetryIn } from './retry-in.tsx'

const StoredPageDialog = lazy(async () => ({ default: (await import('./stored-page-dialog.tsx')).StoredPageDialog }))

type State = SourcePage['state']
const states = ['new', 'ok', 'stale', 'quarantined', 'down', 'gone'] as const satisfies State[]
export type PageFilter = 'all' | 'problems' | State

const stateText = (): Record<PageFilter, string> => ({
  all: t('admin.stateAll'),
  problems: t('admin.stateProblems'),
  new: t('admin.stateNew'),
  ok: t('admin.stateOk'),
  stale: t('admin.stateStale'),
  quarantined: t('admin.stateQuarantined'),
  down: t('admin.stateDown'),
  gone: t('admin.stateGone'),
})

const tones = { new: 'plain', ok: 'quiet', stale: 'late', quarantined: 'late', down: 'old', gone: 'quiet' } as const

type FilterProps = {
  /** The number of pages in each state. */
  states: Readonly<Record<string, number>>
  state: PageFilter
  onState: (state: PageFilter) => void
  search: ReactNode
}

export function PageFilters({ states: counts, state, onState, search }: FilterProps) {
  const words = stateText()
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const counted = (value: PageFilter, count: number) => ({
    value,
    text: t('admin.stateCount', { state: words[value], count }),
  })
  return (
    <ListHead>
      {search}
      <SelectField
        label={t('admin.pageFilter')}
        options={[
          counted('all', total),
          { value: 'problems', text: words.problems },
          ...states.map((value) => counted(value, counts[value] ?? 0)),
        ]}
        value={state}
        onChange={onState}
      />
    </ListHead>
  )
}

export function PageTable({ pages, isComplete }: { pages: readonly SourcePage[]; isComplete: boolean }) {
  const [openBodyId, setOpenBodyId] = useState<number | null>(null)
  return (
    <>
      <DataTable
        label={t('admin.pages')}
        rows={pages}
        isComplete={isComplete}
        columns={columns(setOpenBodyId)}
        keyOf={({ key }) => key}
      />
      {openBodyId !== null && (
        <Suspense>
          <StoredPageDialog id={openBodyId} onClose={() => setOpenBodyId(null)} />
        </Suspense>
      )}
    </>
  )
}

/** A page's kind; an unknown one is shown with the server's name. */
function kindText(kind: string): string {
  const words: Record<string, string> = {
    home: t('admin.kindHome'),
    events: t('admin.kindEvents'),
    categories: t('admin.kindCategories'),
    bracket: t('admin.kindBracket'),
    board: t('admin.kindBoard'),
    competitor: t('admin.kindCompetitor'),
    club: t('admin.kindClub'),
    schedule: t('admin.kindSchedule'),
    singles: t('admin.kindSingles'),
    logo: t('admin.kindLogo'),
  }
  return words[kind] ?? kind
}

const columns = (onOpen: (bodyId: number) => void): Columns<SourcePage> => [
  {
    key: 'page',
    head: t('admin.page'),
    track: 'minmax(0, 3fr)',
    render: ({ key, kind, tournamentName }) => <Named name={kindText(kind)} note={dotted([tournamentName, key])} />,
  },
  {
    key: 'state',
    head: t('admin.status'),
    track: '7.5rem',
    render: ({ state }) => <Badge tone={tones[state]}>{stateText()[state]}</Badge>,
  },
  {
    key: 'success',
    head: t('admin.lastSuccess'),
    track: '5.5rem',
    render: ({ lastSuccessAt }) => <Age at={lastSuccessAt} />,
  },
  {
    key: 'interval',
    head: t('admin.interval'),
    track: 'minmax(4.5rem, 1fr)',
    render: ({ interval }) => (interval === null ? t('admin.noInterval') : intervalText(interval)),
  },
  {
    key: 'minute',
    head: t('admin.perMinute'),
    track: '4rem',
    isFigure: true,
    render: ({ requestsLastMinute }) => numberText(requestsLastMinute),
  },
  {
    key: 'day',
    head: t('admin.perDay'),
    track: '4rem',
    isFigure: true,
    render: ({ requestsLastDay }) => numberText(requestsLastDay),
  },
  {
    key: 'trouble',
    head: t('admin.trouble'),
    track: 'minmax(0, 2fr)',
    isFullWidth: true,
    render: (page) => <Trouble page={page} onOpen={onOpen} />,
  },
]

function Trouble({ page, onOpen }: { page: SourcePage; onOpen: (bodyId: number) => void }) {
  const { key, failures, retryAt, lastError, problems, problemCount, waitsForConfirmation, bodyId } = page
  if (failures === 0 && problemCount === 0 && !waitsForConfirmation && bodyId === null) return t('admin.unknown')
  return (
    <div className="flex flex-col items-start text-sm">
      {failures > 0 && (
        <p className="mt-0.5 font-semibold text-late">
          {t('admin.failuresInARow', { count: failures })}
          {retryAt !== null && (
            <>
              {', '}
              <RetryIn at={retryAt} />
            </>
          )}
          {lastError !== null && <span className="block font-normal text-muted">{lastError}</span>}
        </p>
      )}
      {waitsForConfirmation && <p className="mt-0.5">{t('admin.waitsForConfirmation')}</p>}
      {problemCount > 0 && (
        <details>
          <summary className="min-h-11 content-center font-semibold">
            {t('admin.problems', { count: problemCount })}
          </summary>
          <ul className="flex list-disc flex-col gap-1 pb-2 pl-4 text-muted">
            {problems.map((problem, place) => (
              <li key={place}>{problem}</li>
            ))}
          </ul>
        </details>
      )}
      {bodyId !== null && (
        <Button look="quiet" className="-ml-3" aria-label={t('admin.lookAtOf', { key })} onClick={() => onOpen(bodyId)}>
          {t('admin.lookAt')}
        </Button>
      )}
    </div>
  )
}
