// The hint that the app can be installed: from the second visit on, until it is declined (quality/experience.md).
import { isInstalled, isIphone } from '#client/alerts/device.ts'
import { hadSession } from '#client/session/session.ts'
import { offer, withdraw } from './offers.ts'

/** Chromium's event, which is not in a standard. */
type InstallPrompt = Event & { prompt(): Promise<unknown> }

/** The number of the first visit with the hint. */
const installHintFrom = 2

const visitsKey = 'visits'
/** In the session storage: set once the visit of this tab is counted. */
const visitKey = 'visit'
const declinedKey = 'installDeclined'

/**
 * Counts the visit. From the second visit on, offers to install the app, in the way this browser supports, if a user was signed
 * in.
 */
export function offerInstall(): void {
  const isDue = countVisits() >= installHintFrom && !isInstalled() && hadSession()
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    if (!isDue) return
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
  // Safari can install the app, but has no prompt for it.
  if (isDue && isIphone()) offer({ kind: 'install-by-hand', decline })
}

/** The number of visits including this one (all loads in a tab are one visit); 0 after the hint was declined. */
function countVisits(): number {
  try {
    if (localStorage.getItem(declinedKey) !== null) return 0
    const visits = Number(localStorage.getItem(visitsKey) ?? 0)
    if (sessionStorage.getItem(visitKey) !== null) return visits
    sessionStorage.setItem(visitKey, 'true')
    localStorage.setItem(visitsKey, String(visits + 1))
    return visits + 1
  } catch {
    return 0 // Without storage the hint would reappear after being declined.
  }
}

function decline(): void {
  try {
    localStorage.setItem(declinedKey, 'true')
  } catch {
    // Storage is not available.
  }
}
