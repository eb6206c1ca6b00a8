// Shows alerts in browsers without declarative web push; a browser that supports it shows them by itself. Every push must show a
// notification: a browser cancels the subscription of an app that does not.
import { addresses } from '#contract/addresses.ts'
import { readPushMessage } from '#contract/push-message.ts'

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

/** Focuses a page with this address, else navigates an open page to it, else opens a new one. */
async function open(clients: Clients, address: string): Promise<void> {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = pages.find(({ url }) => url === address) ?? pages[0]
  if (!shown) return void (await clients.openWindow(address))
  const navigated = shown.url === address ? shown : await shown.navigate(address).catch(() => null)
  if (navigated) await navigated.focus()
  else await clients.openWindow(address)
}

/** Subscribes again if the browser has not, and sends the server the new subscription. */
async function renew(worker: ServiceWorkerGlobalScope, event: PushSubscriptionChangeEvent): Promise<void> {
  const options = event.oldSubscription?.options
  const subscription =
    event.newSubscription ??
    (options &&
      (await worker.registration.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: options.applicationServerKey,
      })))
  if (!subscription) return
  const { endpoint, keys } = subscription.toJSON()
  const { method, path } = addresses.subscribe
  await fetch(path, {
    method,
    headers: { 'content-type': 'application/json' },
    // Without a language the server keeps the stored one; the service worker cannot read the page's language.
    body: JSON.stringify({ endpoint, keys }),
  })
}
