// The unofficial points of the team per group. The total of a group expands into its medals, if it has any.
import { ChevronDown, Medal } from 'lucide-react'
import { useId, useState } from 'react'
import type { GroupPoints, TeamResponse } from '#contract/teams.ts'
import { medalOf } from '#domain/tournament.ts'
import { ordinalText, sourceText, t } from '#client/texts/t.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { PolicyDialog } from './policy-dialog.tsx'

export function Points({ page, queryKey }: { page: TeamResponse; queryKey: readonly unknown[] }) {
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        <Badge tone="strong">{t('teamPage.unofficial')}</Badge>
        {t('teamPage.unofficialText')}
      </p>
      <p className="-my-2 flex flex-wrap items-center gap-x-1 text-base">
        {t('teamPage.policyNow', { policy: t(`teamPage.policy.${page.policy}`) })}
        <Button look="quiet" className="-mx-2" aria-haspopup="dialog" onClick={() => setIsChoosing(true)}>
          {t('teamPage.policyChange')}
        </Button>
      </p>
      {page.points.length === 0 && <p className="text-base text-muted">{t('teamPage.noPoints')}</p>}
      <div className="grid grid-cols-1 items-start gap-3 md:grid-cols-2 xl:grid-cols-3">
        {page.points.map((points) => (
          <Group key={points.group} points={points} />
        ))}
      </div>
      {isChoosing && <PolicyDialog page={page} queryKey={queryKey} onClose={() => setIsChoosing(false)} />}
    </div>
  )
}

function Group({ points: { group, points, possible, place, medals, leaders } }: { points: GroupPoints }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section aria-labelledby={id} className="card flex flex-col gap-2 p-3.5">
      <h2 id={id} className="text-base font-bold text-muted">
        {t(`teamPage.group.${group}`)}
      </h2>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-medals` : undefined}
        disabled={medals.length === 0}
        onClick={() => setIsOpen(!isOpen)}
        className="-mx-2 flex min-h-11 items-center gap-2 rounded-md px-2 text-left enabled:hover:bg-raised"
      >
        <span className="text-xl font-extrabold">{t('teamPage.total', { count: points })}</span>
        <span className="ml-auto text-sm text-muted">
          {medals.length === 0 ? t('teamPage.noMedals') : t('teamPage.medalCount', { count: medals.length })}
        </span>
        {medals.length > 0 && (
          <ChevronDown
            aria-hidden
            className={`size-4 shrink-0 text-muted transition-transform ${isOpen ? 'rotate-180' : ''}`}
          />
        )}
      </button>
      {isOpen && <Medals id={`${id}-medals`} medals={medals} />}
      {(place !== null || possible > 0) && (
        <p className="flex flex-wrap gap-x-3 text-base font-semibold">
          {place !== null && <span>{t('teamPage.place', { place: ordinalText(place) })}</span>}
          {possible > 0 && <span>{t('teamPage.possible', { count: possible })}</span>}
        </p>
      )}
      <Leaders group={group} leaders={leaders} />
    </section>
  )
}

function Medals({ id, medals }: { id: string; medals: GroupPoints['medals'] }) {
  return (
    <ul id={id} className="flex list-none flex-col gap-1.5">
      {medals
        .toSorted((a, b) => a.place - b.place)
        .map(({ division, place, name, points, unscored }) => (
          <li key={`${division}/${place}/${name}`} className="flex items-start gap-2">
            <Medal aria-hidden className="mt-0.5 size-5 shrink-0" style={{ color: `var(--${medalOf(place)})` }} />
            <span className="min-w-0 flex-1">
              <span lang="" translate="no" className="block text-base leading-tight font-semibold break-words">
                {name}
              </span>
              <span className="block text-sm text-muted">
                {t('medal.placeIn', { place: ordinalText(place), category: sourceText(division) })}
              </span>
              {unscored && (
                <span className="block text-sm font-semibold text-late">{t(`teamPage.unscored.${unscored}`)}</span>
              )}
            </span>
            <span className="shrink-0 text-base font-bold">{t('teamPage.total', { count: points })}</span>
          </li>
        ))}
    </ul>
  )
}

function Leaders({ group, leaders }: Pick<GroupPoints, 'group' | 'leaders'>) {
  if (leaders.length === 0) return <p className="text-sm text-muted">{t('teamPage.leadersNone')}</p>
  return (
    <ol
      aria-label={t('teamPage.leaders', { group: t(`teamPage.group.${group}`) })}
      className="flex list-none flex-col border-t border-line/60 pt-2 text-sm"
    >
      {leaders.map(({ team, points, isOwn }, index) => (
        <li key={team} className={`flex items-baseline gap-2 py-0.5 ${isOwn ? 'font-bold' : 'text-muted'}`}>
          <span className="w-6 shrink-0 text-right">{index + 1}</span>
          <span lang="" translate="no" className="min-w-0 flex-1 break-words">
            {team}
          </span>
          <span className="shrink-0">{t('teamPage.total', { count: points })}</span>
        </li>
      ))}
    </ol>
  )
}
