// The service worker: keeps the app's program, so that it opens without a network. Data of people it never sees: every call
// to the server passes it by, and what is shown offline is the page's own copy (docs/decisions/016).
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { StaleWhileRevalidate } from 'workbox-strategies'
import { imagesCache, takeOver } from '#contract/service-worker.ts'
import { showAlerts } from './push.ts'

declare const self: ServiceWorkerGlobalScope & {
  /** The program's files with their revisions, written here by the build (tools/offline-files.ts). */
  __WB_MANIFEST: PrecacheEntry[]
}

/** What the server answers itself: calls, pages that it draws, files, and what operators ask. */
const notTheApps = [
  /^\/(?:api|ws|shared|demo|bot|mailbox|healthz|readyz|metrics|\.well-known)(?:[/?]|$)/,
  /^[^?]*\.\w+(?:\?|$)/,
]

/** So many, those shown last; each has some 5 KB. */
const logosKept = 60

precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: '', cleanURLs: false })
cleanupOutdatedCaches()
registerRoute(new NavigationRoute(createHandlerBoundToURL('/'), { denylist: notTheApps }))

// Logos of tournaments and sponsors, all from our own origin.
const dropOldest = async ({ cacheName }: { cacheName: string }): Promise<void> => {
  const cache = await caches.open(cacheName)
  const logos = await cache.keys()
  await Promise.all(logos.slice(0, -logosKept).map((logo) => cache.delete(logo)))
}
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.destination === 'image' && !/^\/(?:api|shared)\//.test(url.pathname),
  new StaleWhileRevalidate({ cacheName: imagesCache, plugins: [{ cacheDidUpdate: dropOldest }] }),
)

// A new version waits until every page of the old one is closed, or until somebody asks for it.
self.addEventListener('message', ({ data }) => {
  if (data === takeOver) void self.skipWaiting()
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

showAlerts(self)
