// robots.txt of one origin (RFC 9309): read daily, obeyed, unless the operator states to have permission.
import robotsModule from 'robots-parser'
import type { Fetched } from './fetcher.ts'

// The package's types describe an ES module, the package is CommonJS.
const parseRobots = robotsModule as unknown as typeof robotsModule.default

const hour = 3_600_000
const readEvery = 24 * hour
const retryEvery = 60_000
/** What RFC 9309 asks a crawler to read at least. */
const longestText = 500 * 1024
/** Our name in robots.txt, and the first word of our User-Agent. */
export const agent = 'RollCallBot'

export type RobotsVerdict = 'allowed' | 'disallowed' | 'unknown'

/** Times are monotonic ms. */
export type Robots = {
  readonly url: URL
  /** When it is to be read next. */
  dueAt(): number
  /** Takes the answer for robots.txt. */
  tell(fetched: Fetched, now: number): void
  /** 'unknown' until robots.txt was read, or once it has been out of reach for a day: then nothing may be read. */
  verdict(url: URL, now: number): RobotsVerdict
  /** The wait between two requests that the file asks for, in ms; null when it asks for none. */
  crawlDelay(): number | null
}

/** `permission`: who permitted reading what robots.txt does not; null when nobody did. */
export function createRobots(origin: string, permission: string | null): Robots {
  const url = new URL('/robots.txt', origin)
  let rules: ReturnType<typeof parseRobots> | null = null
  let readAt: number | null = null
  let triedAt: number | null = null

  return {
    url,
    dueAt: () => (triedAt === null ? 0 : triedAt === readAt ? readAt + readEvery : triedAt + retryEvery),
    tell(fetched, now) {
      triedAt = now
      if (fetched.kind === 'not-modified') readAt = now
      // Any 4xx: there are no rules. A 5xx or no answer: the rules known so far serve on, for a day.
      const text =
        fetched.kind === 'page'
          ? new TextDecoder().decode(fetched.body.subarray(0, longestText))
          : fetched.kind === 'gone' ||
              (fetched.kind === 'failed' &&
                fetched.status !== null &&
                fetched.status >= 400 &&
                fetched.status < 500 &&
                fetched.status !== 429)
            ? ''
            : null
      if (text === null) return
      rules = parseRobots(url.href, text)
      readAt = now
    },
    verdict(target, now) {
      if (permission !== null) return 'allowed'
      if (!rules || readAt === null || now - readAt > readEvery + hour) return 'unknown'
      return rules.isAllowed(target.href, agent) === false ? 'disallowed' : 'allowed'
    },
    crawlDelay() {
      const seconds = permission === null ? rules?.getCrawlDelay(agent) : undefined
      return seconds === undefined || !Number.isFinite(seconds) ? null : Math.min(seconds, 300) * 1000
    },
  }
}
