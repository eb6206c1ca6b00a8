// The dashboard: matches, followed athletes, tournaments. The tab is in the address, else the last one of this session.
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { TournamentItem } from '#contract/tournaments.ts'
import { t } from '#client/texts/t.ts'
import { withTexts } from '#client/texts/with-texts.ts'
import { PageSpinner } from '#client/ui/spinner.tsx'
import { MatchesTab } from './matches-tab.tsx'
import { rememberedTab, rememberTab, tabAddress, tabIn } from './tabs.ts'

const loadAthletesTab = withTexts(
  'athletes',
  withTexts('day', () => import('./athletes-tab.tsx')),
)
const loadTournamentsTab = withTexts(
  'tournaments',
  withTexts(
    'tournament-state',
    withTexts('day', () => import('./tournaments-tab.tsx')),
  ),
)
const loadAddDialog = withTexts('tournaments', () => import('./add-dialog.tsx'))
const loadImportDialog = withTexts('tournaments', () => import('./import-dialog.tsx'))
const AthletesTab = lazy(async () => ({ default: (await loadAthletesTab()).AthletesTab }))
const TournamentsTab = lazy(async () => ({ default: (await loadTournamentsTab()).TournamentsTab }))
const AddDialog = lazy(async () => ({ default: (await loadAddDialog()).AddDialog }))
const ImportDialog = lazy(async () => ({ default: (await loadImportDialog()).ImportDialog }))

/** Delay of the preload of the other tabs, in ms, so that the first tab is loaded before them. */
const preloadDelay = 1_500

/** The dialog that is open. */
type Open = 'nothing' | 'add' | { importing: TournamentItem[] }

export function Dashboard() {
  const search = useSearch()
  const tab = tabIn(search) ?? 'matches'
  const [open, setOpen] = useState<Open>('nothing')
  useStoredTab()
  useEffect(() => rememberTab(tab), [tab])
  usePreloadedTabs()
  const add = (): void => setOpen('add')
  const close = (): void => setOpen('nothing')

  return (
    <>
      {tab === 'matches' && <MatchesTab onAdd={add} />}
      <Suspense fallback={<PageSpinner label={t('app.loading')} />}>
        {tab === 'athletes' && <AthletesTab onAdd={add} />}
        {tab === 'tournaments' && <TournamentsTab onAdd={add} />}
      </Suspense>
      <Suspense>
        {open === 'add' && <AddDialog onClose={close} onAdded={(tournaments) => setOpen({ importing: tournaments })} />}
        {typeof open === 'object' && <ImportDialog added={open.importing} onClose={close} />}
      </Suspense>
    </>
  )
}

/** Preloads the two lazy tabs after the first tab is rendered, so that switching is instant. */
function usePreloadedTabs(): void {
  useEffect(() => {
    const timer = setTimeout(() => void Promise.allSettled([loadAthletesTab(), loadTournamentsTab()]), preloadDelay)
    return () => clearTimeout(timer)
  }, [])
}

/**
 * Redirects an address without a tab to the stored tab, only when the dashboard is mounted; after that the address alone
 * decides.
 */
function useStoredTab(): void {
  const [, navigate] = useLocation()
  const search = useSearch()
  const [start] = useState(() => (tabIn(search) === null ? rememberedTab() : null))
  useLayoutEffect(() => {
    if (start !== null && start !== 'matches') navigate(tabAddress(start), { replace: true })
  }, [start, navigate])
}
