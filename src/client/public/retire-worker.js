// Served as /sw.js where the operator has switched the service worker off (SERVICE_WORKER in the README), and to who works
// on the app: takes the place of the one that a browser has, empties its caches and goes.
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => registration.unregister()),
  ),
)
