// The app's entry point: the live client, the page's events, the first render.
import './app.css'
import '#client/texts/start-in-english.ts'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LiveProvider } from '#client/live/context.tsx'
import { createLiveClient } from '#client/live/live-client.ts'
import { hadSession } from '#client/session/session.ts'
import { loadInitialLocale } from '#client/texts/language.ts'
import { useLanguage } from '#client/texts/use-language.ts'
import { ClockProvider } from '#client/ui/clock.tsx'
import { forgetEntries, watchHistory } from '#client/ui/history.ts'
import { App, loadFirstScreen } from './app.tsx'

watchHistory()
const client = createLiveClient()
client.onSessionOver(forgetEntries)

const isVisible = (): boolean => document.visibilityState === 'visible'
document.addEventListener('visibilitychange', () => client.setVisible(isVisible()))
// `pageshow` may be the only event of a page that returns from the back-forward cache (security W18).
window.addEventListener('pageshow', (event) => {
  if (!event.persisted) return
  client.confirmUser()
  client.setVisible(true)
})

// The offline cache is restored in parallel with the first requests.
const restored = import('./background.ts')
  .then(({ startBackground }) => startBackground(client, import.meta.url))
  .catch(() => undefined)
client.restoreUntil(restored)

// The user and the first screen's list, which public/begin.js has prefetched.
const { queryClient, queries } = client
const answered = Promise.all([
  queryClient.prefetchQuery(queries.user),
  location.pathname === '/' && hadSession() && queryClient.prefetchQuery(queries.upcoming),
])

const root = document.getElementById('root')
const render = (): void => {
  if (!root) return
  // Interruptible, so that taps and scrolling stay responsive.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Root />
      </StrictMode>,
    ),
  )
}

/** The root component; it renders again when the language changes. */
function Root() {
  useLanguage()
  return (
    <LiveProvider client={client}>
      <ClockProvider clock={client.clock}>
        <App />
      </ClockProvider>
    </LiveProvider>
  )
}

/** Resolves when the locale and the first screen's code have loaded or failed; the error boundary shows the failure of a screen. */
const loaded = Promise.resolve(loadInitialLocale())
  .then(() => loadFirstScreen(location.pathname))
  .catch(() => undefined)

/** How long the first render waits for the answer about who is signed in, in ms; then it shows a spinner. */
const userTimeout = 1_000

/** Resolves when the offline cache is restored, but `userTimeout` later if it has no user and the user is being fetched. */
const restoredUser = restored.then(() => {
  const { data: user, fetchStatus } = queryClient.getQueryState(queries.user.queryKey) ?? {}
  if (user === undefined && fetchStatus === 'fetching')
    return new Promise((resolve) => setTimeout(resolve, userTimeout))
})

// Renders once the locale and the code are loaded and there is data to show, fetched or restored; until then the page shows its
// logo.
void Promise.all([loaded, Promise.race([answered, restoredUser])]).then(render)
