// The page's side of the service worker: registers it and offers newer versions of the app, without forcing a reload. A new
// version also takes over when all pages of the old one are closed.
import { takeOver, workerAddress } from '#contract/service-worker.ts'
import { deviceNow } from '#client/requests/clock.ts'
import { offer } from './offers.ts'

/** Interval of the checks for a new version while the page is visible, and the least time between checks on return; in ms. */
const updateChecks = { every: 3_600_000, onReturnAfter: 600_000 } as const
/** Timeouts for downloading an accepted version, and for its worker to take over; in ms. */
const updateTimeouts = { arrival: 10_000, takeOver: 3_000 } as const

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

/** Offers a waiting version; `found` is undefined in browsers that refuse workers. */
function watch(found: ServiceWorkerRegistration | undefined): void {
  if (!found) return
  registration = found
  const offerWaiting = (): void => {
    if (!found.waiting || !found.active) return
    offer({ kind: 'update', accept: () => void reloadNewest() })
  }
  offerWaiting()
  found.addEventListener('updatefound', () => void installed(found.installing).then(offerWaiting))

  let checkedAt = deviceNow()
  const check = (pause: number): void => {
    if (document.visibilityState !== 'visible' || deviceNow() - checkedAt < pause) return
    checkedAt = deviceNow()
    found.update().catch(() => undefined)
  }
  setInterval(() => check(updateChecks.every), updateChecks.every)
  document.addEventListener('visibilitychange', () => check(updateChecks.onReturnAfter))
}

/** The waiting worker of a version newer than this page's, or null. */
async function waitingIn(found: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  if (!found.waiting) {
    await found.update().catch(() => undefined)
    await installed(found.installing)
  }
  return found.waiting
}

/** Resolves when a worker is installed or has failed. */
const installed = (worker: ServiceWorker | null): Promise<void> =>
  new Promise((resolve) => {
    if (worker?.state !== 'installing') return resolve()
    worker.addEventListener('statechange', () => resolve(), { once: true })
  })

const within = <Answer>(ms: number, answer: Promise<Answer>): Promise<Answer | undefined> =>
  Promise.race([answer, new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms))])
