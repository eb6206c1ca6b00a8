// Module `alerts`: push alerts on this device. This file, loaded on demand: whether the browser can show alerts, and its push
// subscription. The browser's permission is requested only after a tap.
import { queryOptions } from '@tanstack/react-query'
import type { Language } from '#contract/language.ts'
import type { PushResponse } from '#contract/push.ts'
import { alertsOwnerCache, workerAddress } from '#contract/service-worker.ts'
import { CallError } from '#client/requests/call-error.ts'
import { addressOf, call } from '#client/requests/call.ts'
import { alertsOwner, ownerKey } from './owner.ts'
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

/** Whether the browser has a push subscription: the server's record of a device outlasts it. */
export const subscribedHere = queryOptions({
  queryKey: ['alerts-here'],
  queryFn: async (): Promise<boolean> => (await pushSubscription()) !== null,
  networkMode: 'always',
  staleTime: 0,
})

/** Timeout for the service worker's installation, in ms. It downloads the app's files, which is slow on a slow network. */
const workerTimeout = 60_000

/** The answer to the browser's question: 'dismissed' if it was closed without one, so that it can be asked again. */
export type Permission = 'granted' | 'denied' | 'dismissed'

/**
 * Requests permission and subscribes if it is granted; call it in a tap handler.
 * @throws if the browser, its push service or the server fails.
 */
export async function turnAlertsOn(publicKey: string, userId: number, language: Language): Promise<Permission> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'dismissed'
  const subscription = await subscribeAnew(publicKey)
  const { isGone } = await sendSubscription(subscription, language)
  if (isGone) await sendSubscription(await subscribeAnew(publicKey), language)
  await setAlertsOwner(userId)
  return 'granted'
}

/** Makes a new subscription, which replaces an existing one: that may be expired, or made with another key of the server. */
async function subscribeAnew(publicKey: string): Promise<PushSubscription> {
  // Retries an installation that failed after the page was loaded; otherwise has no effect.
  navigator.serviceWorker.register(workerAddress, { updateViaCache: 'none' }).catch(() => undefined)
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The service worker was not ready in time')), workerTimeout)
  })
  const { pushManager } = await Promise.race([navigator.serviceWorker.ready, timeout])
  await (await pushManager.getSubscription())?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

/** Ends this browser's subscription, on the server and in the browser. @throws if the server fails. */
export async function turnAlertsOff(): Promise<void> {
  const owner = alertsOwner()
  // First, so that a page that is closed meanwhile does not renew the subscription at its next load.
  await setAlertsOwner(null)
  await call('unsubscribe').catch(async (error: unknown) => {
    await setAlertsOwner(owner)
    throw error
  })
  await (await pushSubscription())?.unsubscribe()
}

/**
 * Renews the subscription if this user turned alerts on here. Call at each load, so that the server has the subscription's current
 * address, language and zone; a lost one, one that the push service has ended, and one of an old key are replaced. False if the alerts
 * have stopped, because the browser permits none any more or its push service fails.
 * @throws CallError if the server fails.
 */
export async function renewAlerts(userId: number, language: Language): Promise<boolean> {
  if (alertsOwner() !== userId) return true
  if (Notification.permission !== 'granted') return false
  // An earlier version did not store it for the service worker.
  await setAlertsOwner(userId)
  const current = await pushSubscription()
  const answer = current && (await sendSubscription(current, language))
  if (answer && !answer.isGone && hasKey(current, answer.publicKey)) return true
  const publicKey = answer ? answer.publicKey : (await call('push')).publicKey
  if (publicKey === null) return false
  try {
    await sendSubscription(await subscribeAnew(publicKey), language)
    return true
  } catch (error) {
    if (error instanceof CallError) throw error
    return false
  }
}

/** Whether the subscription was made with this key of the server; true in a browser that does not tell. */
function hasKey({ options }: PushSubscription, publicKey: string): boolean {
  const key = options?.applicationServerKey
  if (!key) return true
  const base64 = btoa(String.fromCharCode(...new Uint8Array(key)))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey.replaceAll('=', '')
}

async function sendSubscription(subscription: PushSubscription, language: Language) {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  return call('subscribe', { body: { endpoint, keys: { p256dh, auth }, language, timezone: deviceZone() } })
}

/**
 * The device's zone; by its offset if the browser does not know the zone's name, null if that is not a whole number of hours.
 */
export function deviceZone(): string | null {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  if (timeZone && timeZone !== 'Etc/Unknown') return timeZone
  const hours = new Date().getTimezoneOffset() / 60
  // The sign of these names is that of the offset: Etc/GMT+5 is five hours behind UTC.
  return Number.isInteger(hours) ? `Etc/GMT${hours >= 0 ? '+' : ''}${hours}` : null
}

/** Stores the user's id, also where the service worker, which has no local storage, can read it; null removes it. */
export async function setAlertsOwner(userId: number | null): Promise<void> {
  if (userId === null) localStorage.removeItem(ownerKey)
  else localStorage.setItem(ownerKey, String(userId))
  const cache = await caches.open(alertsOwnerCache.name)
  if (userId === null) await cache.delete(alertsOwnerCache.address)
  else await cache.put(alertsOwnerCache.address, new Response(String(userId)))
}
