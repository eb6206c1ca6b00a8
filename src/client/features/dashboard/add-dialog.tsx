// The dialog in which the user chooses and adds available tournaments.
import { dotted } from '#client/texts/dotted.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { AvailableResponse, TournamentItem } from '#contract/tournaments.ts'
import { matchesSearch } from '#domain/name.ts'
import { useLive } from '#client/live/context.tsx'
import { CallError } from '#client/requests/call-error.ts'
import { call } from '#client/requests/call.ts'
import { datesText } from '#client/texts/calendar-words.ts'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { CheckBox } from '#client/ui/check-box.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Logo } from '#client/ui/logo.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { Spinner } from '#client/ui/spinner.tsx'

type Available = AvailableResponse['tournaments'][number]
type Props = { onClose: () => void; onAdded: (tournaments: TournamentItem[]) => void }

/** A list of at least this length has a search field. */
const searchableFrom = 8

export function AddDialog({ onClose, onAdded }: Props) {
  const { queries } = useLive()
  const available = useQuery(queries.available)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const add = useAdd(onAdded)

  const toggle = (value: string): void => {
    const next = new Set(chosen)
    if (!next.delete(value)) next.add(value)
    setChosen(next)
  }
  const tournaments = available.data?.tournaments ?? []
  // A chosen tournament may have left the list.
  const selected = tournaments.filter(({ value }) => chosen.has(value))

  return (
    <Dialog title={t('add.title')} text={t('add.text')} onClose={onClose}>
      <div className="flex min-h-11 items-center px-4">
        <Button look="quiet" className="-ml-3" disabled={available.isFetching} onClick={() => void available.refetch()}>
          <RefreshCw aria-hidden className={`size-4 ${available.isFetching ? 'animate-spin' : ''}`} />
          {available.isFetching ? t('add.refreshing') : t('add.refresh')}
        </Button>
      </div>
      <div className="relative flex min-h-0 flex-1 flex-col border-y border-line">
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
          {available.data && tournaments.length > 0 ? (
            <Choices tournaments={tournaments} chosen={chosen} onToggle={toggle} />
          ) : (
            <NoList
              isFetching={available.isFetching}
              isRefetch={available.isRefetching}
              isError={available.isError || available.isPaused}
              onRetry={() => void available.refetch()}
            />
          )}
        </div>
        {available.isRefetching && tournaments.length > 0 && <Refreshing />}
      </div>
      {available.isError && tournaments.length > 0 && (
        <p role="alert" className="px-4 pt-3 text-sm font-semibold text-late">
          {t('add.error')}
        </p>
      )}
      {add.isError && (
        <p role="alert" className="px-4 pt-3 text-sm font-semibold text-live">
          {add.error instanceof CallError ? add.error.sentence : t('add.failed')}
        </p>
      )}
      <div className="flex justify-end gap-2 p-4">
        <Button look="outline" onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
        <Button disabled={selected.length === 0 || add.isPending} onClick={() => add.mutate(selected)}>
          {add.isPending ? t('add.adding') : t('add.submit', { count: selected.length })}
        </Button>
      </div>
    </Dialog>
  )
}

/** An overlay, so that the list stays in place. */
function Refreshing() {
  return (
    <p
      role="status"
      className="pointer-events-none absolute inset-x-0 bottom-3 mx-auto w-fit animate-fade rounded-full bg-text px-3.5 py-1.5 text-sm font-bold text-ink"
    >
      {t('add.refreshingList')}
    </p>
  )
}

function useAdd(onAdded: Props['onAdded']) {
  const { queryClient, queries } = useLive()
  return useMutation({
    mutationFn: (tournaments: Available[]) =>
      call('addTournaments', { body: { tournaments: tournaments.map(({ value, name }) => ({ value, name })) } }),
    onSuccess: async ({ tournaments }) => {
      onAdded(tournaments)
      await Promise.all(
        [queries.tournaments, queries.available].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
      )
    },
  })
}

function Choices({
  tournaments,
  chosen,
  onToggle,
}: {
  tournaments: Available[]
  chosen: ReadonlySet<string>
  onToggle: (value: string) => void
}) {
  const [search, setSearch] = useState('')
  const found = tournaments.filter(({ name, location }) => matchesSearch(search, name, location))
  return (
    <>
      {tournaments.length >= searchableFrom && (
        <div className="sticky top-0 z-10 bg-surface p-3">
          <SearchField label={t('add.search')} value={search} onChange={setSearch} />
        </div>
      )}
      <ul className="list-none">
        {found.map((tournament) => (
          <li key={tournament.value} className="border-b border-line/40 last:border-0">
            <Choice
              tournament={tournament}
              isChosen={chosen.has(tournament.value)}
              onToggle={() => onToggle(tournament.value)}
            />
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="p-8 text-center text-muted">{t('add.empty')}</p>}
    </>
  )
}

function Choice({
  tournament,
  isChosen,
  onToggle,
}: {
  tournament: Available
  isChosen: boolean
  onToggle: () => void
}) {
  const { name, logoUrl, location, added } = tournament
  return (
    <label className="@container flex min-h-14 items-center gap-3 px-4 py-2 transition-colors hover:bg-raised has-disabled:cursor-default has-focus-visible:bg-raised">
      {/* If the font is enlarged, the name needs the space. */}
      <span className="@max-[14rem]:hidden">
        <Logo url={logoUrl} name={name} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-base font-semibold">{name}</span>
        <span className="block text-sm text-muted">{dotted([datesText(tournament), location])}</span>
      </span>
      {/* On the smallest phones the text is below the box, to leave space for the name. */}
      <span className="flex shrink-0 items-center gap-3 @max-[18rem]:flex-col-reverse">
        {added && <span className="text-sm font-semibold text-muted">{t('add.added')}</span>}
        <CheckBox aria-label={name} checked={isChosen || added} disabled={added} onChange={onToggle} />
      </span>
    </label>
  )
}

/** In place of the list: it is loading, could not be loaded, or is empty. */
function NoList(props: { isFetching: boolean; isRefetch: boolean; isError: boolean; onRetry: () => void }) {
  if (props.isFetching) {
    const text = props.isRefetch ? t('add.refreshingList') : t('add.loading')
    return (
      <div className="flex flex-col items-center gap-3 p-10 text-muted">
        <Spinner label={text} />
        <p aria-hidden>{text}</p>
      </div>
    )
  }
  return (
    <div role="status" className="flex flex-col items-center gap-4 p-10 text-center">
      <p className="font-semibold">{props.isError ? t('add.error') : t('add.empty')}</p>
      {props.isError && (
        <Button look="outline" onClick={props.onRetry}>
          {t('connection.tryAgain')}
        </Button>
      )}
    </div>
  )
}
