// Limits for a single caller or for all callers (quality/security.md, table of limits). Times are monotonic, in ms.

const minute = 60_000

/** Limits the messages of one socket: a token bucket of 20 that refills at one a second, and at most 60 a minute. */
export class MessageLimiter {
  private tokens = 20
  private refilledAt: number
  private minuteBegan: number
  private inMinute = 0

  constructor(now: number) {
    this.refilledAt = now
    this.minuteBegan = now
  }

  /** Counts a message; returns false if it exceeds the limit. */
  take(now: number): boolean {
    this.tokens = Math.min(20, this.tokens + (now - this.refilledAt) / 1000)
    this.refilledAt = now
    if (now - this.minuteBegan >= minute) {
      this.minuteBegan = now
      this.inMinute = 0
    }
    this.tokens -= 1
    this.inMinute += 1
    return this.tokens >= 0 && this.inMinute <= 60
  }
}

/** A fixed-window limit per key. All keys share the one-minute window, so that the counts of old keys are dropped with it. */
export class MinuteLimiter<Key> {
  private readonly limit: number
  private began = 0
  private readonly used = new Map<Key, number>()

  constructor(limit: number) {
    this.limit = limit
  }

  /** Counts one use by the key. Returns 0 if it is allowed, else the seconds until the key may try again. */
  take(key: Key, now: number): number {
    if (now - this.began >= minute) {
      this.began = now
      this.used.clear()
    }
    const used = (this.used.get(key) ?? 0) + 1
    this.used.set(key, used)
    return used <= this.limit ? 0 : Math.ceil((this.began + minute - now) / 1000)
  }
}

/** A token bucket that all callers share; it holds one second's worth of tokens. */
export class RateLimiter {
  private readonly perSecond: number
  private tokens: number
  private refilledAt: number

  constructor(perSecond: number, now: number) {
    this.perSecond = perSecond
    this.tokens = perSecond
    this.refilledAt = now
  }

  /** Takes a token; returns false if there is none. */
  take(now: number): boolean {
    this.tokens = Math.min(this.perSecond, this.tokens + ((now - this.refilledAt) / 1000) * this.perSecond)
    this.refilledAt = now
    if (this.tokens < 1) return false
    this.tokens -= 1
    return true
  }
}

/** Counts what is currently open, by key. */
export class OpenCounter<Key> {
  private readonly open = new Map<Key, number>()

  /** The number that is open for the key. */
  of(key: Key): number {
    return this.open.get(key) ?? 0
  }

  add(key: Key): void {
    this.open.set(key, this.of(key) + 1)
  }

  remove(key: Key): void {
    const rest = this.of(key) - 1
    if (rest > 0) this.open.set(key, rest)
    else this.open.delete(key)
  }
}
