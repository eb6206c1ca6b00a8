// The routes: which screen each address shows, and whether it requires a login.
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter'
import type { User } from '#contract/accounts.ts'
import { Dashboard } from '#client/features/dashboard/dashboard.tsx'
import { rememberTab, tabAddress } from '#client/features/dashboard/tabs.ts'
import { useAnnouncement, useLive, usePendingChanges } from '#client/live/context.tsx'
import { pathAfterLogin, returnPath } from '#client/session/return-path.ts'
import { type Part, t } from '#client/texts/t.ts'
import { withTexts } from '#client/texts/with-texts.ts'
import { goBack, useScroll } from '#client/ui/history.ts'
import { lazyPart } from '#client/ui/lazy-part.ts'
import { PageSpinner } from '#client/ui/spinner.tsx'
import { toastStore } from '#client/ui/toast.ts'
import { ScreenBoundary } from './boundary.tsx'
import { Offline } from './offline.tsx'
import { offerStore } from './offers.ts'
import { Shell } from './shell.tsx'

const AuthScreen = screen('auth', async () => (await import('#client/features/auth/auth-screen.tsx')).AuthScreen)
const ResetScreen = screen('auth', async () => (await import('#client/features/auth/reset-screen.tsx')).ResetScreen)
const VerifyScreen = screen('auth', async () => (await import('#client/features/auth/verify-screen.tsx')).VerifyScreen)
const RestoreScreen = screen(
  'auth',
  async () => (await import('#client/features/auth/restore-screen.tsx')).RestoreScreen,
)
const AthletesScreen = screen(
  'athletes',
  async () => (await withTournamentState(() => import('#client/features/athletes/athletes-screen.tsx'))).AthletesScreen,
)
/** Loaded with the dashboard's texts too, which include those of the day's steps. */
const AthleteScreen = screen(
  'profile',
  withTexts('day', async () => (await import('#client/features/athlete/athlete-screen.tsx')).AthleteScreen),
)
const AuthenticationRequired = screen(
  'profile',
  async () => (await import('#client/features/athlete/authentication-required.tsx')).AuthenticationRequired,
)
const TournamentScreen = screen(
  'tournament',
  async () =>
    (await withTournamentState(() => import('#client/features/tournament/tournament-screen.tsx'))).TournamentScreen,
)
/** Loaded with two other parts' texts too: the logout's, and those of the login's password fields. */
const Settings = screen(
  'settings',
  withTexts(
    'account',
    withTexts('auth', async () => (await import('./settings.tsx')).Settings),
  ),
)
const HelpScreen = screen('help', async () => (await import('#client/features/pages/help-screen.tsx')).HelpScreen)
const DonateScreen = screen(
  'support',
  async () => (await import('#client/features/pages/donate-screen.tsx')).DonateScreen,
)
/** Loaded with the menu's texts too, which include those of the sponsors' logos. */
const SponsorsScreen = screen(
  'support',
  withTexts('account', async () => (await import('#client/features/pages/sponsors-screen.tsx')).SponsorsScreen),
)
const ShareScreen = screen('share', async () => (await import('#client/features/share/share-screen.tsx')).ShareScreen)
const AdminScreen = screen('admin', async () => (await import('#client/features/admin/admin-screen.tsx')).AdminScreen)
const DiagnosticsScreen = screen(
  'diagnostics',
  async () => (await import('#client/features/diagnostics/diagnostics-screen.tsx')).DiagnosticsScreen,
)
const NotFound = screen('not-found', async () => (await import('./not-found.tsx')).NotFound)
const Offered = lazyPart(withTexts('offers', async () => (await import('./offered.tsx')).Offered))

/** Loads a module together with the texts about the state of a tournament. */
function withTournamentState<Module>(load: () => Promise<Module>): Promise<Module> {
  return withTexts('tournament-state', load)()
}

/** A lazy screen that is loaded together with its texts; `start` loads both before the screen is rendered. */
function screen<Props>(texts: Part, load: () => Promise<ComponentType<Props>>) {
  let loading: Promise<{ default: ComponentType<Props> }> | undefined
  const start = () => (loading ??= withTexts(texts, load)().then((Screen) => ({ default: Screen })))
  return Object.assign(lazy(start), { start })
}

/** The screens that are often opened directly, by the first segment of the path (tools/first-files.ts). */
const firstScreens: Record<string, { start: () => Promise<unknown> }> = {
  auth: AuthScreen,
  'athlete-profile': AthleteScreen,
}

/** Loads the code of the screen at this path if it is one of `firstScreens`, so that the first render has no spinner. */
export async function loadFirstScreen(path: string): Promise<void> {
  await firstScreens[path.split('/')[1] ?? '']?.start()
}

export function App() {
  const [path] = useLocation()
  useScroll(path + useSearch())
  return (
    <ScreenBoundary>
      <Suspense fallback={<PageSpinner label={t('app.loading')} />}>
        <Switch>
          <Route path="/auth">
            <SignedOut>
              <AuthScreen />
            </SignedOut>
          </Route>
          <Route path="/reset-password">
            <ResetScreen />
          </Route>
          <Route path="/verify-email">
            <VerifyScreen />
          </Route>
          <Route path="/restore-account">
            <RestoreScreen />
          </Route>
          <Route path="/">
            <SignedIn>
              <Dashboard />
            </SignedIn>
          </Route>
          <Route path="/athletes/:id">
            {({ id }) => (
              <SignedIn>
                <Athletes id={id} />
              </SignedIn>
            )}
          </Route>
          <Route path="/athlete-profile/:id">
            {({ id }) => (
              <SignedIn checking={t('app.checking')} otherwise={<AuthenticationRequired />}>
                <Athlete id={id} />
              </SignedIn>
            )}
          </Route>
          <Route path="/athlete/:id">{({ id }) => <Redirect to={`/athlete-profile/${id}`} replace />}</Route>
          <Route path="/fighters/:id">{({ id }) => <Redirect to={`/athlete-profile/${id}`} replace />}</Route>
          <Route path="/tournament/:id/*?">
            {({ id }) => (
              <SignedIn>
                <Tournament id={id} />
              </SignedIn>
            )}
          </Route>
          <Route path="/tournaments/:id">{({ id }) => <Redirect to={`/tournament/${id}`} replace />}</Route>
          <Route path="/admin">
            <SignedIn>
              <AdminScreen />
            </SignedIn>
          </Route>
          <Route path="/profile">
            <SignedIn>
              <Settings />
            </SignedIn>
          </Route>
          <Route path="/diagnostics">
            <SignedIn>
              <DiagnosticsScreen />
            </SignedIn>
          </Route>
          <Route path="/share">
            <SignedIn>
              <ShareScreen />
            </SignedIn>
          </Route>
          <Route path="/help">
            <SignedIn>
              <HelpScreen />
            </SignedIn>
          </Route>
          <Route path="/donate">
            <SignedIn>
              <DonateScreen />
            </SignedIn>
          </Route>
          <Route path="/sponsors">
            <SignedIn>
              <SponsorsScreen />
            </SignedIn>
          </Route>
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </Suspense>
      <Announcements />
      <Offers />
      <Toasts />
    </ScreenBoundary>
  )
}

/** The athletes of one tournament. */
function Athletes({ id }: { id: string }) {
  const back = useBackToTournaments()
  if (!isId(id)) return <NotFound />
  return <AthletesScreen key={id} tournamentId={Number(id)} onBack={back} />
}

/** The profile of one athlete; going back leads to the previous page, else to the dashboard's athletes. */
function Athlete({ id }: { id: string }) {
  const [, navigate] = useLocation()
  const back = (): void =>
    goBack(() => {
      rememberTab('athletes')
      navigate('/')
    })
  return (
    <AthleteScreen
      key={id}
      athleteId={isId(id) ? Number(id) : null}
      onBack={back}
      onUnfollowed={() => navigate(tabAddress('athletes'))}
    />
  )
}

/** The page of one tournament, or of a team in it. */
function Tournament({ id }: { id: string }) {
  const back = useBackToTournaments()
  if (!isId(id)) return <NotFound />
  return <TournamentScreen key={id} tournamentId={Number(id)} onBack={back} />
}

const isId = (id: string): boolean => /^\d{1,10}$/.test(id)

/** Returns a function that navigates to the dashboard's tournaments. */
function useBackToTournaments(): () => void {
  const [, navigate] = useLocation()
  return () => {
    rememberTab('tournaments')
    navigate('/')
  }
}

/** For the login screen: a signed-in user is redirected to the page that required the login, else to the dashboard. */
function SignedOut({ children }: { children: ReactNode }) {
  const { data: user, isPending, fetchStatus } = useQuery(useLive().queries.user)
  if (user) return <Redirect to={pathAfterLogin(history.state, user.id)} replace />
  if (isPending && fetchStatus === 'fetching') return <PageSpinner label={t('app.loading')} />
  return children
}

/**
 * For screens that require a login: redirects to the login screen if there is no session. If the server does not answer, it offers
 * to retry instead (decision D30).
 */
function SignedIn({
  children,
  checking = t('app.loading'),
  otherwise = <RedirectToLogin />,
}: {
  children: ReactNode
  /** The text shown until the server has answered who is signed in. */
  checking?: string
  /** Shown when nobody is signed in. */
  otherwise?: ReactNode
}) {
  const { data: user, fetchStatus } = useQuery(useLive().queries.user)
  if (user)
    return (
      <Session key={user.id} user={user}>
        {children}
      </Session>
    )
  if (user === null) return otherwise
  return fetchStatus === 'fetching' ? <PageSpinner label={checking} /> : <Offline />
}

const RedirectToLogin = () => <Redirect to="/auth" replace state={returnPath(useLive().queryClient)} />

function Session({ user, children }: { user: User; children: ReactNode }) {
  useLiveChannel(user.id)
  const [path] = useLocation()
  // The key unmounts the previous screen and its dialogs even while the next one is loading.
  return (
    <Shell user={user}>
      <ScreenBoundary key={path}>
        <Suspense fallback={<PageSpinner label={t('app.loading')} />}>{children}</Suspense>
      </ScreenBoundary>
    </Shell>
  )
}

/**
 * Opens the live channel for a signed-in user after the upcoming matches are loaded or could not be loaded: updates start from the
 * list's position.
 */
function useLiveChannel(userId: number): void {
  const live = useLive()
  useEffect(() => {
    let isUnmounted = false
    let disconnect: (() => void) | undefined
    void live.queryClient.prefetchQuery(live.queries.upcoming).then(() => {
      if (!isUnmounted) disconnect = live.connect(userId)
    })
    return () => {
      isUnmounted = true
      disconnect?.()
    }
  }, [live, userId])
}

/** Offers and pending changes, if there are any. */
function Offers() {
  const offer = useSyncExternalStore(offerStore.subscribe, offerStore.current)
  const pendingChanges = usePendingChanges()
  return <Suspense>{(offer ?? pendingChanges.length > 0) && <Offered />}</Suspense>
}

/** Toasts; their component is loaded at the first one, or at a later one if that fails. */
function Toasts() {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.current)
  const [Toaster, setToaster] = useState<ComponentType>()
  useEffect(() => {
    if (toast && !Toaster)
      import('#client/ui/toaster.tsx').then(
        (loaded) => setToaster(() => loaded.Toaster),
        // The screen where a failure happened also shows it.
        () => undefined,
      )
  }, [toast, Toaster])
  return Toaster && <Toaster />
}

/** Live changes for assistive technology. */
function Announcements() {
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {useAnnouncement()}
    </div>
  )
}
