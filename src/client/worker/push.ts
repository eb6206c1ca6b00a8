// Shows alerts in browsers without declarative web push; a browser that supports it shows them by itself. Every push must show a
// notification: a browser cancels the subscription of an app that does not.
import { addresses } from '#contract/addresses.ts'
import { callerHeader } from '#contract/caller.ts'
import { readPushMessage } from '#contract/push-message.ts'
import { alertsOwnerCache } from '#contract/service-worker.ts'

const icon = '/icons/icon-192.png'

/** Shows alerts, opens their page on a tap, and sends the server a renewed subscription. */
export function showAlerts(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => {
    const { title, body, lang, tag, navigate } = readPushMessage(event.data?.text() ?? '')
    // `renotify` also signals an update of an alert with the same tag; TypeScript's type lacks it.
    const options: NotificationOptions & { renotify: boolean } = {
      body,
      lang,
      tag,
      renotify: true,
      icon,
      data: navigate,
    }
    event.waitUntil(worker.registration.showNotification(title, options))
  })

  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(worker.clients, ownAddress(String(event.notification.data), worker.location.origin)))
  })

  worker.addEventListener('pushsubscriptionchange', (event) => {
    event.waitUntil(renew(worker, event))
  })
}

/** The same path and query at our own origin, so that an alert cannot lead to another site. */
function ownAddress(address: string, origin: string): string {
  try {
    const { pathname, search } = new URL(address, origin)
    return `${origin}/${pathname.replace(/^\/+/, '')}${search}`
  } catch {
    return `${origin}/`
  }
}

/**
 * Focuses a page with this address, else navigates an open page of the app to it, else opens a new one. A public page of a shared link
 * stays as it is: somebody reads it.
 */
async function open(clients: Clients, address: string): Promise<void> {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const ofApp = pages.filter(({ url }) => !new URL(url).pathname.startsWith('/shared'))
  const shown = ofApp.find(({ url }) => url === address) ?? ofApp[0]
  if (!shown) return void (await clients.openWindow(address))
  try {
    const navigated = shown.url === address ? shown : await shown.navigate(address)
    if (navigated) return void (await navigated.focus())
  } catch {
    // The browser may not navigate a page that this worker does not control, or not focus it.
  }
  await clients.openWindow(address)
}

/**
 * Subscribes again if the browser has not, and sends the server the new subscription, for the user who turned alerts on here: the server
 * refuses it if another one is signed in. What fails here is repeated when the app is opened.
 */
async function renew(worker: ServiceWorkerGlobalScope, event: PushSubscriptionChangeEvent): Promise<void> {
  const owner = await (await caches.match(alertsOwnerCache.address, { cacheName: alertsOwnerCache.name }))?.text()
  if (owner === undefined) return
  const headers = { 'content-type': 'application/json', [callerHeader]: owner }
  const subscription = event.newSubscription ?? (await subscribeAgain(worker.registration.pushManager, event, headers))
  if (!subscription) return
  const { endpoint, keys } = subscription.toJSON()
  const { method, path } = addresses.subscribe
  // Without a language the server keeps the stored one; the service worker cannot read the page's language.
  await fetch(path, { method, headers, body: JSON.stringify({ endpoint, keys }) })
}

/** With the key of the old subscription; with the server's if the browser does not tell it. */
async function subscribeAgain(
  pushManager: PushManager,
  { oldSubscription }: PushSubscriptionChangeEvent,
  headers: Record<string, string>,
): Promise<PushSubscription | null> {
  const key = oldSubscription?.options.applicationServerKey ?? (await serverKey(headers))
  return key ? pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }) : null
}

/** The server's key; null if it does not answer this user, or sends no alerts. */
async function serverKey(headers: Record<string, string>): Promise<string | null> {
  const answer = await fetch(addresses.push.path, { headers })
  return answer.ok ? ((await answer.json()) as { publicKey: string | null }).publicKey : null
}
