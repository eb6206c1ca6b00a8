// Renews the alerts of this browser; if they have stopped, offers to turn them on again, at each load until the user answers.
import type { Language } from '#contract/language.ts'
import { renewAlerts, setAlertsOwner, turnAlertsOn } from '#client/alerts/alerts.ts'
import { call } from '#client/requests/call.ts'
import { t } from '#client/texts/t.ts'
import { showToast } from '#client/ui/toast.ts'
import { offer, withdraw } from './offers.ts'

const kind = 'alerts-stopped'

/** @throws CallError if the server fails; the next load tries again. */
export async function renewOrSay(userId: number, language: Language): Promise<void> {
  if (await renewAlerts(userId, language)) return
  // Only the browser's settings can permit alerts again.
  if (Notification.permission === 'denied') return offer({ kind: 'alerts-denied', decline: forget })
  offer({ kind, accept: () => void turnOn(userId, language), decline: forget })
}

async function turnOn(userId: number, language: Language): Promise<void> {
  try {
    const { publicKey } = await call('push')
    if (publicKey === null || (await turnAlertsOn(publicKey, userId, language)) !== 'granted') return
    withdraw(kind)
    showToast({ title: t('offer.alertsOn') })
  } catch {
    showToast({ kind: 'failure', title: t('offer.alertsFailed') })
  }
}

const forget = (): void => void setAlertsOwner(null)
