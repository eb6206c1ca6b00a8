// The path of a logo on RollCall's own origin. It contains the hash of the content, so an address always serves the same content.

const pattern = /^\/logos\/([A-Za-z0-9_-]{22})\.webp$/

/** The path of the logo with this content hash. */
export const logoPath = (hash: string): string => `/logos/${hash}.webp`

/** The content hash in a path of `logoPath`; undefined for other paths. */
export const logoHashIn = (path: string): string | undefined => pattern.exec(path)?.[1]
