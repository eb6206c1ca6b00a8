// The page's side of the service worker: registers it and offers newer versions of the app. It reloads the page without being
// asked only if the user opens something whose files no longer exist (boundary.tsx). A new version also takes over when all pages
// of the old one are closed.
import { takeOver, workerAddress } from '#contract/service-worker.ts'
import { deviceNow } from '#client/requests/clock.ts'
import { offer } from './offers.ts'

/** Interval of the checks for a new version while the page is visible, and the least time between checks on return; in ms. */
const updateChecks = { every: 3_600_000, onReturnAfter: 600_000 } as const
/** Timeouts for downloading an accepted version, for its worker to take over, and for the server's page; in ms. */
const updateTimeouts = { arrival: 10_000, takeOver: 3_000, page: 5_000 } as const
/** The least time between two reloads that the user did not request, in ms. */
const reloadPause = 60_000
const reloadedKey = 'update.reloaded-at'

let registration: ServiceWorkerRegistration | undefined

/** Registers the service worker and offers newer versions from then on. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.register(workerAddress, { updateViaCache: 'none' }).then(watch, () => undefined)
}

/** Reloads the page in the newest available version. */
export async function reloadNewest(): Promise<void> {
  const newest = registration && (await within(updateTimeouts.arrival, waitingIn(registration)))
  if (newest) {
    const taken = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
    newest.postMessage(takeOver)
    await within(updateTimeouts.takeOver, taken)
  }
  location.reload()
}

/**
 * Reloads the page if there is a version other than this page's. Resolves to false if it does not: there is none, the server does
 * not answer, or a reload a moment ago did not help. Call it when the page needs a file that no longer exists.
 */
export async function reloadIfOutdated(): Promise<boolean> {
  if (!(registration?.waiting || (await isOutdated())) || !mayReload()) return false
  await reloadNewest()
  return true
}

/** Whether a page loaded now, from the server or a newer worker that has taken over, would run another program than this page. */
async function isOutdated(): Promise<boolean> {
  const programOf = (page: Document): string | null | undefined =>
    page.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute('src')
  try {
    const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(updateTimeouts.page) })
    const newest = answer.ok && programOf(new DOMParser().parseFromString(await answer.text(), 'text/html'))
    return typeof newest === 'string' && newest !== programOf(document)
  } catch {
    return false
  }
}

/** False if the page was reloaded a moment ago, or if that is unknown because the browser stores nothing. */
function mayReload(): boolean {
  try {
    if (deviceNow() - Number(sessionStorage.getItem(reloadedKey) ?? -Infinity) < reloadPause) return false
    sessionStorage.setItem(reloadedKey, String(deviceNow()))
    return true
  } catch {
    return false
  }
}

/** Checks for newer versions, and offers one that is waiting; `found` is undefined in browsers that refuse workers. */
function watch(found: ServiceWorkerRegistration | undefined): void {
  if (!found) return
  registration = found
  const offerWaiting = (): void => {
    if (!found.waiting || !found.active) return
    offer({ kind: 'update', accept: () => void reloadNewest() })
  }
  offerWaiting()
  found.addEventListener('updatefound', () => void whenInstalled(found.installing).then(offerWaiting))

  let checkedAt = deviceNow()
  const check = (pause: number): void => {
    if (document.visibilityState !== 'visible' || deviceNow() - checkedAt < pause) return
    checkedAt = deviceNow()
    found.update().catch(() => undefined)
  }
  setInterval(() => check(updateChecks.every), updateChecks.every)
  document.addEventListener('visibilitychange', () => check(updateChecks.onReturnAfter))
}

/** The waiting worker of a version newer than this page's; checks for a version if none is waiting. Null if there is none. */
async function waitingIn(found: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  if (!found.waiting) {
    await found.update().catch(() => undefined)
    await whenInstalled(found.installing)
  }
  return found.waiting
}

/** Resolves when a worker is installed or has failed, at once if it is not being installed. */
const whenInstalled = (worker: ServiceWorker | null): Promise<void> =>
  new Promise((resolve) => {
    if (worker?.state !== 'installing') return resolve()
    worker.addEventListener('statechange', () => resolve(), { once: true })
  })

const within = <Answer>(ms: number, answer: Promise<Answer>): Promise<Answer | undefined> =>
  Promise.race([answer, new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms))])
