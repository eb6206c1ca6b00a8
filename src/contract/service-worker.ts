// The interface between the pages and the service worker.

/** The service worker's address; its scope is the whole origin. */
export const workerAddress = '/sw.js'

/** The message that tells a waiting worker to activate, because the user wants the new version. */
export const takeOver = 'take-over'

/** The name of the cache of logos. */
export const imagesCache = 'images'

/** Where the pages leave the id of the user who turned alerts on in this browser, for the service worker. */
export const alertsOwnerCache = { name: 'alerts', address: '/alerts-owner' } as const
