// What begins beside the first paint: the copy that this browser kept, changes that wait for the network, the service worker,
// the hint that the app can be installed.
import type { LiveClient } from '#client/live/live-client.ts'
import { startOfflineCache } from '#client/offline/offline-cache.ts'
import { sendPendingChanges } from '#client/offline/send-pending-changes.ts'
import { loadTexts, t } from '#client/texts/t.ts'
import { showToast } from '#client/ui/toast.ts'
import { offerInstall } from './install.ts'

/** The whole program is fetched for the service worker this long after the page has loaded, in ms. */
const workerAfter = 3_000

/** Begins all of it; resolves when what was kept is shown. `build` names the app's build. */
export async function startBackground(client: LiveClient, build: string): Promise<void> {
  keepUpToDateSoon()
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

/** The service worker, and the program's side of it, come after everything that the first screen needs. */
function keepUpToDateSoon(): void {
  const begin = (): void => void import('./update.ts').then(({ keepUpToDate }) => keepUpToDate()).catch(() => undefined)
  const beginSoon = (): void => void setTimeout(begin, workerAfter)
  if (document.readyState === 'complete') beginSoon()
  else addEventListener('load', beginSoon, { once: true })
}
