// Where the browser begins: one live client, the page's own events, the first render.
import './app.css'
import '#client/texts/start-in-english.ts'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onlineManager } from '@tanstack/react-query'
import { LiveProvider } from '#client/live/context.tsx'
import { createLiveClient } from '#client/live/live-client.ts'
import { hadSession, onSignInElsewhere } from '#client/session/session.ts'
import { loadInitialLocale } from '#client/texts/language.ts'
import { useLanguage } from '#client/texts/use-language.ts'
import { ClockProvider } from '#client/ui/clock.tsx'
import { forgetEntries, watchHistory } from '#client/ui/history.ts'
import { App } from './app.tsx'

watchHistory()
const client = createLiveClient()
client.onSessionOver(forgetEntries)

const isVisible = (): boolean => document.visibilityState === 'visible'
document.addEventListener('visibilitychange', () => client.setVisible(isVisible()))
// A page that returns from the back-forward cache gets no other event (security W18).
window.addEventListener('pageshow', (event) => {
  if (event.persisted) client.setVisible(true)
})
window.addEventListener('online', () => client.setVisible(isVisible()))

onSignInElsewhere((isSignedIn) => {
  if (isSignedIn) void client.queryClient.invalidateQueries({ queryKey: client.queries.user.queryKey })
  else client.forgetSession()
})

// What this browser kept is shown beside the first requests; without its program, or without storage, nothing is. Only then
// is the browser's word taken that there is no network, so that a wrong one costs nothing.
const restored = import('./background.ts')
  .then(({ startBackground }) => startBackground(client, import.meta.url))
  .catch(() => undefined)
  .then(() => onlineManager.setOnline(navigator.onLine))
client.restoreUntil(restored)

// Who is signed in and the first screen's list, which public/begin.js had fetched beside this program.
const { queryClient, queries } = client
const answered = Promise.all([
  queryClient.prefetchQuery(queries.user),
  location.pathname === '/' && hadSession() && queryClient.prefetchQuery(queries.upcoming),
])

const root = document.getElementById('root')
const draw = (): void => {
  if (!root) return
  // Piece by piece, so that a tap or a scroll in between is answered.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Root />
      </StrictMode>,
    ),
  )
}

/** Everything; another language draws it anew where it stands. */
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

// Nobody sees a language first that is not the one asked for. The page's mark stands until there is something to show, so
// that a screen is drawn once, with what is in it; a network that is slow or away holds up nobody for longer than what this
// browser kept takes to read.
void Promise.all([loadInitialLocale(), Promise.race([answered, restored])]).then(draw)
