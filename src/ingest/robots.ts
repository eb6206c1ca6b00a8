// robots.txt of one origin (RFC 9309): read daily and obeyed, unless there is a permission (SOURCE_PERMISSION, or SPONSORS for a
// sponsor's logo).
import robotsModule from 'robots-parser'
import type { Fetched, Wanted } from './fetcher.ts'

// The package's types describe an ES module; the package is CommonJS.
const parseRobots = robotsModule as unknown as typeof robotsModule.default

const hour = 3_600_000
const readInterval = 24 * hour
/** The rules apply for this long after their last successful reading. */
const rulesLifetime = readInterval + hour
const retryInterval = 60_000
/** Only this many bytes are parsed: the least that RFC 9309 requires. */
const maxLength = 500 * 1024
/** The file may be at another origin; the rules there are those of this one (RFC 9309, 2.3.1.2). */
export const robotsFile: Wanted = { accept: 'text/plain,*/*;q=0.1', elsewhere: true }
/** Our name in robots.txt, and the product token of our User-Agent. */
export const agent = 'RollCallBot'

export type RobotsVerdict = 'allowed' | 'disallowed' | 'unknown'

/** Times are monotonic ms. */
export type Robots = {
  readonly url: URL
  /** When robots.txt is to be fetched next. */
  dueAt(): number
  /** Applies the answer to a request for robots.txt. */
  record(fetched: Fetched, now: number): void
  /** 'unknown', when nothing may be read: robots.txt was never read, or not within the last 25 hours. */
  verdict(url: URL, now: number): RobotsVerdict
  /** The file's Crawl-delay, at most five minutes, ms; null when it has none, or with a permission. */
  crawlDelay(): number | null
}

/** `permission`: who permitted what robots.txt disallows; null without permission. */
export function createRobots(origin: string, permission: string | null): Robots {
  const url = new URL('/robots.txt', origin)
  let rules: ReturnType<typeof parseRobots> | null = null
  let readAt: number | null = null
  let triedAt: number | null = null

  return {
    url,
    dueAt: () => (triedAt === null ? 0 : triedAt === readAt ? readAt + readInterval : triedAt + retryInterval),
    record(fetched, now) {
      triedAt = now
      // A 4xx other than 429 means that there are no rules. After any other failure, the last rules apply for their lifetime.
      const text =
        fetched.kind === 'page'
          ? new TextDecoder().decode(fetched.body.subarray(0, maxLength))
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
      if (!rules || readAt === null || now - readAt > rulesLifetime) return 'unknown'
      return rules.isAllowed(target.href, agent) === false ? 'disallowed' : 'allowed'
    },
    crawlDelay() {
      const seconds = permission === null ? rules?.getCrawlDelay(agent) : undefined
      return seconds === undefined || !Number.isFinite(seconds) ? null : Math.min(seconds, 300) * 1000
    },
  }
}
