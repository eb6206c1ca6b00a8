// Module `alerts`: push alerts on this device. This file, loaded on demand: whether the browser can show alerts, and its push
// subscription. The browser's permission is requested only after a tap.
import { queryOptions } from '@tanstack/react-query'
import type { Language } from '#contract/language.ts'
import type { PushResponse } from '#contract/push.ts'
import { workerAddress } from '#contract/service-worker.ts'
import { addressOf, call } from '#client/requests/call.ts'
import { isInstalled, isIphone } from './device.ts'
import { pushSubscription } from './push-subscription.ts'

/** The user's alert settings, and this browser's state on the server. */
export const alertSettings = queryOptions({
  queryKey: [addressOf('push')],
  queryFn: ({ signal }): Promise<PushResponse> => call('push', { signal }),
  staleTime: 0,
})

/**
 * Whether this browser can show alerts. 'home-screen': an iPhone shows them only for an app on the home screen. 'denied': the
 * user refused permission, which only the browser's settings can change.
 */
export type AlertAbility = 'no' | 'home-screen' | 'denied' | 'yes'

/** Detects the ability; the permission can change while the page is open. */
export function alertAbility(): AlertAbility {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isIphone() && !isInstalled() ? 'home-screen' : 'no'
  return Notification.permission === 'denied' ? 'denied' : 'yes'
}

/** Whether the browser has a push subscription. */
export const isSubscribed = async (): Promise<boolean> => (await pushSubscription()) !== null

/** Timeout for the service worker's installation, in ms. It downloads the app's files, which is slow on a slow network. */
const workerTimeout = 60_000

/**
 * Requests permission and subscribes; call it in a tap handler. False if the user refuses.
 * @throws if the browser, its push service or the server fails.
 */
export async function turnAlertsOn(publicKey: string, userId: number, language: Language): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  // Retries an installation that failed after the page was loaded; otherwise has no effect.
  navigator.serviceWorker.register(workerAddress, { updateViaCache: 'none' }).catch(() => undefined)
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The service worker was not ready in time')), workerTimeout)
  })
  const registration = await Promise.race([navigator.serviceWorker.ready, timeout])
  // Replaces an existing subscription, which may be expired or created with another key of the server.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  await sendSubscription(subscription, language)
  localStorage.setItem(ownerKey, String(userId))
  return true
}

/** Ends this browser's subscription, on the server and in the browser. @throws if the server fails. */
export async function turnAlertsOff(): Promise<void> {
  const owner = localStorage.getItem(ownerKey)
  // First, so that a page that is closed meanwhile does not renew the subscription at its next load.
  localStorage.removeItem(ownerKey)
  await call('unsubscribe').catch((error: unknown) => {
    if (owner !== null) localStorage.setItem(ownerKey, owner)
    throw error
  })
  await (await pushSubscription())?.unsubscribe()
}

/** The storage key of the id of the user who turned alerts on here, so that no alerts are sent for another user who logs in. */
const ownerKey = 'rollcall.alerts'

/**
 * Sends the subscription again if this user turned alerts on here. Call at each load, so that the server has the subscription's
 * current address and the current language.
 */
export async function renewAlerts(userId: number, language: Language): Promise<void> {
  if (localStorage.getItem(ownerKey) !== String(userId)) return
  const subscription = await pushSubscription()
  if (subscription) await sendSubscription(subscription, language)
}

async function sendSubscription(subscription: PushSubscription, language: Language): Promise<void> {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  await call('subscribe', { body: { endpoint, keys: { p256dh, auth }, language } })
}
