// Served as /sw.js in development and when the operator has switched the service worker off (SERVICE_WORKER in the README):
// replaces an installed worker, deletes its caches and unregisters itself.
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => registration.unregister()),
  ),
)
