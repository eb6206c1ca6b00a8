// Alerts, as the service worker shows them where the phone does not do it by itself. Every push shows something: a browser
// takes the subscription from who shows nothing.
import { addresses } from '#contract/addresses.ts'
import { readPushMessage } from '#contract/push-message.ts'

const icon = '/icons/icon-192.png'

/** Shows alerts, opens what they are about, and tells the server when the browser renews its subscription. */
export function showAlerts(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => {
    const { title, body, lang, tag, navigate } = readPushMessage(event.data?.text() ?? '')
    // A later one with the same tag is to be noticed again; the type does not know it yet.
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

/** The same place below our own origin, whichever the address names: an alert leads nowhere else. */
function ownAddress(address: string, origin: string): string {
  const { pathname, search } = URL.canParse(address, origin) ? new URL(address, origin) : { pathname: '', search: '' }
  return `${origin}/${pathname.replace(/^\/+/, '')}${search}`
}

/** In the page that shows it already, in one that is open, or in a new one. */
async function open(clients: Clients, address: string): Promise<void> {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = pages.find(({ url }) => url === address) ?? pages[0]
  if (!shown) return void (await clients.openWindow(address))
  const there = shown.url === address ? shown : await shown.navigate(address).catch(() => null)
  if (there) await there.focus()
  else await clients.openWindow(address)
}

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
    // The language is the page's to say: the server keeps the one that it knows.
    body: JSON.stringify({ endpoint, keys }),
  })
}
