// Runs in parallel with the first paint: the offline cache, sending of pending changes and claims, the service worker, the install
// hint.
import type { LiveClient } from '#client/live/live-client.ts'
import { startOfflineCache } from '#client/offline/offline-cache.ts'
import { sendPendingChanges } from '#client/offline/send-pending-changes.ts'
import { loadTexts, t } from '#client/texts/t.ts'
import { showToast } from '#client/ui/toast.ts'
import { offerInstall } from './install.ts'

/** Delay of the service worker's registration after the page has loaded, in ms: it fetches the whole app. */
const workerDelay = 3_000

/** Starts this work; resolves when the offline cache has been restored. `build` identifies the app's build. */
export async function startBackground(client: LiveClient, build: string): Promise<void> {
  afterLoading(startServiceWorker, workerDelay)
  afterLoading(() => void import('./watch.ts').then(({ watch }) => watch(client)).catch(() => undefined), 0)
  offerInstall()
  sendPendingChanges(client, build, ({ name, follow }, text) => {
    void loadTexts('offers').then(() =>
      showToast({
        kind: 'failure',
        title: t(follow ? 'waiting.followRefused' : 'waiting.unfollowRefused', { name }),
        text,
      }),
    )
  })
  await startOfflineCache(client, build)
}

const startServiceWorker = (): void =>
  void import('./update.ts').then(({ registerServiceWorker }) => registerServiceWorker()).catch(() => undefined)

/** Runs `start` `delay` ms after everything that the first screen needs has loaded. */
function afterLoading(start: () => void, delay: number): void {
  const schedule = (): void => void setTimeout(start, delay)
  if (document.readyState === 'complete') schedule()
  else addEventListener('load', schedule, { once: true })
}
