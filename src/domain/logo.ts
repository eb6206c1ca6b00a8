// Where a logo is on RollCall's own origin. Its name is made of its bytes, so what an address stands for never changes.

const pattern = /^\/logos\/([A-Za-z0-9_-]{22})\.webp$/

/** The path under which the logo with this content hash is served. */
export const logoPath = (hash: string): string => `/logos/${hash}.webp`

/** The content hash in a path that `logoPath` made; undefined for any other path. */
export const logoHashIn = (path: string): string | undefined => pattern.exec(path)?.[1]
