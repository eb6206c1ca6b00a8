// Room `alerts`: alerts, as this browser and its user have them. This file, loaded when it is needed: whether the browser can
// show any, and the subscription that the server posts to. Nothing is asked of the browser before somebody taps for it.
import { queryOptions } from '@tanstack/react-query'
import type { Language } from '#contract/language.ts'
import type { PushResponse } from '#contract/push.ts'
import { addressOf, call } from '#client/requests/call.ts'
import { isInstalled, isIphone } from './device.ts'
import { pushSubscription } from './push-subscription.ts'

/** The user's settings, and what the server knows of this browser. */
export const alertSettings = queryOptions({
  queryKey: [addressOf('push')],
  queryFn: ({ signal }): Promise<PushResponse> => call('push', { signal }),
  staleTime: 0,
})

/**
 * Whether this browser can show alerts. 'home-screen': an iPhone shows them for an app on the home screen only. 'denied':
 * its user said no, which only the browser's own settings can change.
 */
export type AlertAbility = 'no' | 'home-screen' | 'denied' | 'yes'

export function alertAbility(): AlertAbility {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isIphone() && !isInstalled() ? 'home-screen' : 'no'
  return Notification.permission === 'denied' ? 'denied' : 'yes'
}

/** Whether the browser holds a subscription. */
export const isSubscribed = async (): Promise<boolean> => (await pushSubscription()) !== null

/** A service worker is there within seconds of the first visit, or never. */
const workerPatience = 15_000

/**
 * Asks for permission and subscribes; call it in a tap. False when the answer was no.
 * @throws when the browser, its push service or the server cannot.
 */
export async function turnAlertsOn(publicKey: string, userId: number, language: Language): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('There is no service worker')), workerPatience)
  })
  const registration = await Promise.race([navigator.serviceWorker.ready, late])
  // Anew: the old one may be made with another key of the server's, or be dead.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  await tell(made, language)
  localStorage.setItem(wantedBy, String(userId))
  return true
}

export async function turnAlertsOff(): Promise<void> {
  localStorage.removeItem(wantedBy)
  await call('unsubscribe')
  await (await pushSubscription())?.unsubscribe()
}

/** Who wants alerts in this browser: nobody else who logs in here gets any without asking. */
const wantedBy = 'rollcall.alerts'

/** Tells the server that the subscription is still there, as each load does: it cannot know otherwise. */
export async function renewAlerts(userId: number, language: Language): Promise<void> {
  if (localStorage.getItem(wantedBy) !== String(userId)) return
  const subscription = await pushSubscription()
  if (subscription) await tell(subscription, language)
}

async function tell(subscription: PushSubscription, language: Language): Promise<void> {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  await call('subscribe', { body: { endpoint, keys: { p256dh, auth }, language } })
}
