// Our own hint that the app can be installed: from the second visit on, until somebody does not want it (quality/experience.md).
import { isInstalled, isIphone } from '#client/alerts/device.ts'
import { hadSession } from '#client/session/session.ts'
import { offer, withdraw } from './offers.ts'

/** Chromium's event, of which nobody else has heard. */
type InstallPrompt = Event & { prompt(): Promise<unknown> }

/** The hint begins with this visit. */
const installHintFrom = 2

const visitsKey = 'visits'
const visitKey = 'visit'
const declinedKey = 'installDeclined'

/** Counts the visit, and offers what this browser can do when it is time for it. */
export function offerInstall(): void {
  const isTime = countVisits() >= installHintFrom && !isInstalled() && hadSession()
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    if (!isTime) return
    offer({
      kind: 'install',
      accept: () => {
        withdraw('install')
        void (event as InstallPrompt).prompt()
      },
      decline,
    })
  })
  addEventListener('appinstalled', () => withdraw('install'))
  // Safari installs, but asks nobody.
  if (isTime && isIphone()) offer({ kind: 'install-by-hand', decline })
}

/** How many visits there were, this one included; a tab’s reloads are one. None once the hint was declined. */
function countVisits(): number {
  try {
    if (localStorage.getItem(declinedKey) !== null) return 0
    const visits = Number(localStorage.getItem(visitsKey) ?? 0)
    if (sessionStorage.getItem(visitKey) !== null) return visits
    sessionStorage.setItem(visitKey, 'true')
    localStorage.setItem(visitsKey, String(visits + 1))
    return visits + 1
  } catch {
    return 0 // A browser that stores nothing could not remember that it was declined.
  }
}

function decline(): void {
  try {
    localStorage.setItem(declinedKey, 'true')
  } catch {
    // As above.
  }
}
