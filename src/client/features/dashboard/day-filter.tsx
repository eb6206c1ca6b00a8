// The filter of the day list by mat, team and tournament: one row of select fields, each shown only if there is more than one
// value, or if one is chosen.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { filterOptions } from '#contract/day-filter-options.ts'
import type { DayEntry, DayFilter as Filter } from '#contract/day-list.ts'
import { useLive } from '#client/live/context.tsx'
import { t } from '#client/texts/t.ts'

type Props = { filter: Filter; entries: readonly DayEntry[]; onChange: (filter: Filter) => void }

export function DayFilter({ filter, entries, onChange }: Props) {
  const { data } = useQuery(useLive().queries.tournaments)
  const { mats, teams, tournaments } = useMemo(
    () =>
      filterOptions(
        entries.map(({ item }) => item),
        filter,
        data?.tournaments ?? [],
      ),
    [entries, filter, data],
  )
  const { mat, team, tournamentId } = filter
  return (
    <div role="group" aria-label={t('day.filter')} className="flex gap-2">
      <Choice
        label={t('day.mat')}
        all={t('day.allMats')}
        value={mat === null ? null : String(mat)}
        options={mats.map((each) => ({ value: String(each), text: t('match.matNumber', { mat: each }) }))}
        onChange={(value) => onChange({ ...filter, mat: value === null ? null : Number(value) })}
      />
      <Choice
        label={t('day.team')}
        all={t('day.allTeams')}
        value={team}
        options={teams.map((each) => ({ value: each, text: each }))}
        onChange={(value) => onChange({ ...filter, team: value })}
      />
      <Choice
        label={t('day.tournament')}
        all={t('day.allTournaments')}
        value={tournamentId === null ? null : String(tournamentId)}
        options={tournaments.map(({ id, name }) => ({ value: String(id), text: name }))}
        onChange={(value) => onChange({ ...filter, tournamentId: value === null ? null : Number(value) })}
      />
    </div>
  )
}

type ChoiceProps = {
  label: string
  /** The text of the option that selects no value. */
  all: string
  value: string | null
  options: readonly { value: string; text: string }[]
  onChange: (value: string | null) => void
}

/** A chosen value that is not among the options, such as a tournament that the user has removed, is shown as the label. */
function Choice({ label, all, value, options, onChange }: ChoiceProps) {
  const isListed = value === null || options.some((option) => option.value === value)
  const listed = isListed ? options : [...options, { value, text: label }]
  if (listed.length < 2 && value === null) return null
  return (
    <select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      className={`h-11 min-w-0 flex-1 rounded-md border bg-surface px-2 text-lg text-ellipsis ${value === null ? 'border-line text-muted' : 'border-accent font-semibold text-text'}`}
    >
      <option value="">{all}</option>
      {listed.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </select>
  )
}
