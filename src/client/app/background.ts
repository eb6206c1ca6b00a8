// What begins beside the first paint: the copy that this browser kept, changes that wait for the network, the service worker,
// the hint that the app can be installed.
import type { LiveClient } from '#client/live/live-client.ts'
import { keepCopy } from '#client/offline/kept-copy.ts'
import { sendLater } from '#client/offline/send-later.ts'
import { loadTexts, t } from '#client/texts/t.ts'
import { showToast } from '#client/ui/toast.ts'
import { offerInstall } from './install.ts'

/** The whole program is fetched for the service worker this long after the page has loaded, in ms. */
const workerAfter = 3_000

/** Begins all of it; resolves when what was kept is shown. `build` names the app's build. */
export async function beginBackground(client: LiveClient, build: string): Promise<void> {
  keepUpToDateSoon()
  offerInstall()
  sendLater(client, build, ({ name, follow }, text) => {
    void loadTexts('offers').then(() =>
      showToast({
        kind: 'failure',
        title: t(follow ? 'waiting.followRefused' : 'waiting.unfollowRefused', { name }),
        text,
      }),
    )
  })
  await keepCopy(client, build)
}

/** The service worker, and the program's side of it, come after everything that the first screen needs. */
function keepUpToDateSoon(): void {
  const begin = (): void => void import('./update.ts').then(({ keepUpToDate }) => keepUpToDate()).catch(() => undefined)
  const beginSoon = (): void => void setTimeout(begin, workerAfter)
  if (document.readyState === 'complete') beginSoon()
  else addEventListener('load', beginSoon, { once: true })
}
