// The service worker from the page's side: registered once the page is there, and a newer version of the app offered, never
// forced. Whoever closes all pages has it the next time.
import { takeOver, workerAddress } from '#contract/service-worker.ts'
import { deviceNow } from '#client/requests/clock.ts'
import { offer } from './offers.ts'

/** A newer version is looked for this often while the page is seen, and on return to it after this long; in ms. */
const updateChecks = { every: 3_600_000, onReturnAfter: 600_000 } as const
/** How long a newer version that somebody asked for has to arrive, and then to take over; in ms. */
const updatePatience = { arrival: 10_000, takeOver: 3_000 } as const

let registration: ServiceWorkerRegistration | undefined

/** Registers the service worker, and offers every newer version from then on. */
export function keepUpToDate(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.register(workerAddress, { updateViaCache: 'none' }).then(watch, () => undefined)
}

/** Loads the page anew, in the newest version that can be had. */
export async function reloadNewest(): Promise<void> {
  const newest = registration && (await within(updatePatience.arrival, waitingIn(registration)))
  if (newest) {
    const taken = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
    newest.postMessage(takeOver)
    await within(updatePatience.takeOver, taken)
  }
  location.reload()
}

/** Offers the version that waits; a browser that refuses workers may give no registration. */
function watch(found: ServiceWorkerRegistration | undefined): void {
  if (!found) return
  registration = found
  const look = (): void => {
    if (!found.waiting || !found.active) return
    offer({ kind: 'update', accept: () => void reloadNewest() })
  }
  look()
  found.addEventListener('updatefound', () => void installed(found.installing).then(look))

  let checkedAt = deviceNow()
  const check = (pause: number): void => {
    if (document.visibilityState !== 'visible' || deviceNow() - checkedAt < pause) return
    checkedAt = deviceNow()
    found.update().catch(() => undefined)
  }
  setInterval(() => check(updateChecks.every), updateChecks.every)
  document.addEventListener('visibilitychange', () => check(updateChecks.onReturnAfter))
}

/** The worker that waits to take over, when there is a newer one than this page's. */
async function waitingIn(found: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  if (!found.waiting) {
    await found.update().catch(() => undefined)
    await installed(found.installing)
  }
  return found.waiting
}

/** Resolves when a worker has everything that it keeps, or has failed. */
const installed = (worker: ServiceWorker | null): Promise<void> =>
  new Promise((resolve) => {
    if (worker?.state !== 'installing') return resolve()
    worker.addEventListener('statechange', () => resolve(), { once: true })
  })

const within = <Answer>(ms: number, answer: Promise<Answer>): Promise<Answer | undefined> =>
  Promise.race([answer, new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms))])
