// The podiums of the athlete's categories; the athlete's row is marked.
import { Medal } from 'lucide-react'
import type { AthleteProfile } from '#contract/athletes.ts'
import { ordinalText, sourceText, t } from '#client/texts/t.ts'
import { PageSection } from '#client/ui/page.tsx'

type Result = AthleteProfile['bracket_results'][number]

export function Results({ profile }: { profile: AthleteProfile }) {
  const { bracket_results: results } = profile
  return (
    <PageSection title={t('profile.results')}>
      {results.length === 0 ? (
        <p className="text-base text-muted">{t('profile.resultsNone')}</p>
      ) : (
        results.map((result) => <Podium key={result.category} result={result} />)
      )}
    </PageSection>
  )
}

function Podium({ result: { category, placements } }: { result: Result }) {
  return (
    <div>
      <h3 className="text-sm font-semibold text-muted">{sourceText(category)}</h3>
      <ol className="-mx-2 mt-1 list-none">
        {placements.map((row, index) => (
          <PodiumRow key={`${row.place}/${index}`} row={row} />
        ))}
      </ol>
    </div>
  )
}

function PodiumRow({ row: { place, name, team, medal, own } }: { row: Result['placements'][number] }) {
  return (
    <li
      data-own={own || undefined}
      className="flex min-h-11 items-center gap-3 rounded-md px-2 py-1.5 data-own:bg-raised data-own:outline-2 data-own:-outline-offset-2 data-own:outline-accent"
    >
      <span className="flex w-14 shrink-0 items-center gap-1.5 text-base font-bold">
        {medal && <Medal aria-hidden className="size-6 shrink-0" style={{ color: `var(--${medal})` }} />}
        {ordinalText(place)}
      </span>
      <span className="min-w-0 flex-1">
        <span className={`block text-base leading-tight ${own ? 'font-bold' : 'font-semibold'}`}>
          {name}
          {own && <span className="sr-only">, {t('profile.own')}</span>}
        </span>
        {team !== '' && <span className="block text-sm text-muted">{team}</span>}
      </span>
    </li>
  )
}
