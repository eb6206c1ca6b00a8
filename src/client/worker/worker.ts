// The service worker: caches the app's files, so that it opens offline. It handles no user data: API calls bypass it, and the
// page has its own offline cache (docs/decisions/016).
import {
  addPlugins,
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
  /** The app's files with their revisions, inserted by the build (tools/offline-files.ts). */
  __WB_MANIFEST: PrecacheEntry[]
}

/** Addresses that are not the app's: API calls, server-rendered pages, files, and operators' endpoints. */
const otherAddresses = [
  /^\/(?:api|ws|shared|demo|bot|mailbox|healthz|readyz|metrics|\.well-known)(?:[/?]|$)/,
  /^[^?]*\.\w+(?:\?|$)/,
]

/** Maximum number of cached logos, of some 5 KB each. */
const maxLogos = 60

/**
 * Stores no login page of a network in place of a script, a style or an image. The installation then fails, the version before stays,
 * and the next check tries again. The digest in the list of files protects the page itself (tools/offline-files.ts).
 */
const onlyOwnFiles = {
  cacheWillUpdate: async ({
    request,
    response,
  }: {
    request: Request
    response: Response
  }): Promise<Response | null> => {
    const isPage = /^text\/html/i.test(response.headers.get('content-type') ?? '')
    const isOther = response.redirected || isPage !== (new URL(request.url).pathname === '/')
    return response.status === 200 && !isOther ? response : null
  },
}

addPlugins([onlyOwnFiles])
precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: '', cleanURLs: false })
cleanupOutdatedCaches()
registerRoute(new NavigationRoute(createHandlerBoundToURL('/'), { denylist: otherAddresses }))

// Logos of tournaments and sponsors, all from our own origin.
const dropOldest = async ({ cacheName }: { cacheName: string }): Promise<void> => {
  const cache = await caches.open(cacheName)
  const logos = await cache.keys()
  await Promise.all(logos.slice(0, -maxLogos).map((logo) => cache.delete(logo)))
}
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.destination === 'image' && !/^\/(?:api|shared)\//.test(url.pathname),
  new StaleWhileRevalidate({ cacheName: imagesCache, plugins: [onlyOwnFiles, { cacheDidUpdate: dropOldest }] }),
)

// A new version waits until all pages of the old one are closed, or until the user accepts it.
self.addEventListener('message', ({ data }) => {
  if (data === takeOver) void self.skipWaiting()
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

showAlerts(self)
