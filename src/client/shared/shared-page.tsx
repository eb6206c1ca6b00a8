// The page of a shared link: its owner, its two tabs, and the closing part.
import { ListChecks, RefreshCw, Swords } from 'lucide-react'
import { type MouseEvent, startTransition, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import type { SharedPageData, SharedTab } from '#contract/shared-page.ts'
import type { SharedRollCall } from '#contract/sharing.ts'
import { t } from '#client/texts/t.ts'
import { Brand } from '#client/ui/brand.tsx'
import { buttonLook } from '#client/ui/button.tsx'
import { lazyPart } from '#client/ui/lazy-part.ts'
import { SearchField } from '#client/ui/search-field.tsx'
import { PillPlace } from '#client/ui/pill-place.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { MatchCardSkeleton } from '#client/ui/skeleton.tsx'
import { AthletesTab } from './athletes-tab.tsx'
import { Banner } from './banner.tsx'
import { hasClaimed } from './claim-record.ts'
import { Closing } from './closing.tsx'
import { MatchesTab } from './matches-tab.tsx'
import type { SharedFeed, SharedState } from './shared-feed.ts'
import { Unavailable } from './unavailable.tsx'

/** Number of skeletons while the page is loading (sharing-and-admin.md section 2). */
const skeletonCount = 6

/** Lazy, because few links give the right to claim. */
const ClaimToasts = lazyPart(async () => (await import('./claim-control.tsx')).ClaimToasts)

type Props = { data: SharedPageData; feed: SharedFeed }

export function SharedPage({ data, feed }: Props) {
  const state = useSyncExternalStore(feed.subscribe, feed.state, feed.state)
  const { view } = state
  useEffect(() => feed.start(), [feed])
  if (view.phase === 'failed')
    return <Unavailable error={view.error} onTryAgain={view.isGone ? null : () => void feed.retry()} />
  if (view.phase === 'loading') return <Loading />
  return <Loaded rollCall={view.rollCall} state={state} data={data} feed={feed} />
}

function Loading() {
  return (
    <main className="mx-auto max-w-360 px-3 py-6 sm:px-5">
      <p className="mb-4 flex items-center justify-center gap-3 text-base text-muted">
        <Spinner label={t('shared.loading')} /> {t('shared.loading')}
      </p>
      <div className="grid gap-2.5 sm:grid-cols-2 xl:grid-cols-3">
        {Array.from({ length: skeletonCount }, (_, index) => (
          <MatchCardSkeleton key={index} />
        ))}
      </div>
    </main>
  )
}

function Loaded({ rollCall, state, data, feed }: Props & { rollCall: SharedRollCall; state: SharedState }) {
  const [tab, setTab] = useState(data.tab)
  const [search, setSearch] = useState('')
  const [isMounted, setIsMounted] = useState(false)
  useEffect(() => startTransition(() => setIsMounted(true)), [])
  // Keeps text that was typed before hydration.
  useEffect(() => {
    const typed = document.querySelector<HTMLInputElement>('input[type=search]')?.value
    if (!typed) return
    const timer = setTimeout(() => setSearch(typed))
    return () => clearTimeout(timer)
  }, [])
  const open = (next: SharedTab): void => {
    if (next === tab) return
    setTab(next)
    setSearch('')
    history.replaceState(
      null,
      '',
      next === 'matches' && !data.chosen ? location.pathname : addressOf(next, data.chosen),
    )
    window.scrollTo(0, 0)
  }
  return (
    <>
      <Header title={rollCall.title} username={rollCall.sharedBy.username} />
      <Tabs shown={tab} chosen={data.chosen} onOpen={open} />
      <main className="mx-auto max-w-360 pb-[calc(5rem+env(safe-area-inset-bottom))]">
        <Banner connection={state.connection} />
        <div className="sticky top-0 z-20 flex flex-wrap items-center gap-2 bg-ink/95 px-3 py-2 frosted sm:px-5">
          <div className="min-w-0 flex-1 basis-40 sm:max-w-90">
            <SearchField
              label={tab === 'matches' ? t('shared.searchMatches') : t('shared.searchAthletes')}
              value={search}
              onChange={setSearch}
            />
          </div>
          <PillPlace />
        </div>
        <div className="flex flex-col gap-2.5 px-3 sm:px-5">
          {tab === 'matches' ? (
            <MatchesTab rollCall={rollCall} state={state} feed={feed} search={search} isMounted={isMounted} />
          ) : (
            <AthletesTab rollCall={rollCall} search={search} />
          )}
          <Closing site={data.site} />
        </div>
      </main>
      {state.isRefreshing && <Refreshing />}
      {/* Stays when the right to claim ends, because unsent claims are then refused, and a toast must say so. */}
      {isMounted && feed.linkId !== null && (rollCall.mayClaim || hasClaimed(feed.linkId)) && (
        <Suspense>
          <ClaimToasts feed={feed} linkId={feed.linkId} />
        </Suspense>
      )}
    </>
  )
}

/** A tab's address, with the language if one was chosen. */
const addressOf = (tab: SharedTab, chosen: SharedPageData['chosen']): string =>
  `?tab=${tab}${chosen ? `&lang=${chosen}` : ''}`

function Header({ title, username }: { title: string | null; username: string }) {
  const by = t('shared.by', { username })
  return (
    <header className="@container border-b border-line/60 bg-surface">
      <div className="mx-auto flex max-w-360 items-center @max-[18rem]:flex-wrap gap-3 px-3 pt-[calc(0.5rem+env(safe-area-inset-top))] pb-2 sm:px-5">
        <a href="/" className="-m-2 shrink-0 rounded-md p-2">
          <Brand className="max-sm:[&>span]:sr-only" />
        </a>
        <div className="min-w-0 flex-1 @max-[18rem]:order-last @max-[18rem]:basis-full sm:text-center">
          <h1 className={`line-clamp-4 font-extrabold tracking-tight ${title === null ? 'text-lg' : 'text-xl'}`}>
            {title ?? by}
          </h1>
          {title !== null && <p className="truncate text-sm text-muted">{by}</p>}
        </div>
        <a href="/auth?mode=signup" className={buttonLook('primary', 'ml-auto shrink-0 px-4')}>
          <span className="sm:hidden">{t('shared.join')}</span>
          <span className="max-sm:hidden">{t('shared.signUp')}</span>
        </a>
      </div>
    </header>
  )
}

const icons = { matches: Swords, athletes: ListChecks } as const

type TabsProps = { shown: SharedTab; chosen: SharedPageData['chosen']; onOpen: (tab: SharedTab) => void }

/** Plain links, so that both tabs work without a script. They precede the cards in the order of the tab key. */
function Tabs({ shown, chosen, onOpen }: TabsProps) {
  const openInPlace = (event: MouseEvent, tab: SharedTab): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen(tab)
  }
  return (
    <nav
      aria-label={t('nav.label')}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
    >
      <div className="mx-auto flex max-w-120">
        {(['matches', 'athletes'] as const).map((tab) => {
          const Icon = icons[tab]
          return (
            <a
              key={tab}
              href={addressOf(tab, chosen)}
              aria-current={tab === shown ? 'page' : undefined}
              onClick={(event) => openInPlace(event, tab)}
              className="relative flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-xs font-semibold text-muted transition-colors aria-[current=page]:text-text"
            >
              {tab === shown && <span aria-hidden className="absolute top-0 h-0.5 w-10 rounded-full bg-text" />}
              <Icon aria-hidden className="size-5.5" />
              {t(`nav.${tab}`)}
            </a>
          )
        })}
      </div>
    </nav>
  )
}

/** An overlay that takes no space and no taps. */
function Refreshing() {
  return (
    <p
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-20 mx-auto flex w-fit animate-fade items-center gap-2 rounded-full border border-line bg-raised px-4 py-2 text-sm font-semibold"
    >
      <RefreshCw aria-hidden className="size-4 animate-spin" />
      {t('shared.refreshing')}
    </p>
  )
}
