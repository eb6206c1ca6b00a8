// What the pages and the service worker say to each other.

/** Where the service worker is; its scope is the whole origin. */
export const workerAddress = '/sw.js'

/** To a worker that waits: take over, somebody asked for the new version. */
export const takeOver = 'take-over'

/** The cache of logos. */
export const imagesCache = 'images'
