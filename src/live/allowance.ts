// How much of something one caller may use (quality/security.md, table of limits). Times are monotonic, in ms.

const minute = 60_000

/** What one socket may send: bursts of 20, one more each second, and never more than 60 in a minute. */
export class MessageAllowance {
  private left = 20
  private at: number
  private minuteBegan: number
  private inMinute = 0

  constructor(now: number) {
    this.at = now
    this.minuteBegan = now
  }

  /** False when the message is one too many. */
  take(now: number): boolean {
    this.left = Math.min(20, this.left + (now - this.at) / 1000)
    this.at = now
    if (now - this.minuteBegan >= minute) {
      this.minuteBegan = now
      this.inMinute = 0
    }
    this.left -= 1
    this.inMinute += 1
    return this.left >= 0 && this.inMinute <= 60
  }
}

/** How often each key may do something in a minute; all keys share the minute, so that nothing is kept of old ones. */
export class MinuteAllowance<Key> {
  private readonly limit: number
  private began = 0
  private readonly used = new Map<Key, number>()

  constructor(limit: number) {
    this.limit = limit
  }

  /** Seconds until the key may try again; 0 when it may now, which then counts. */
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

/** A rate for all together: `perSecond`, with as much in one go. */
export class RateAllowance {
  private readonly perSecond: number
  private left: number
  private at: number

  constructor(perSecond: number, now: number) {
    this.perSecond = perSecond
    this.left = perSecond
    this.at = now
  }

  take(now: number): boolean {
    this.left = Math.min(this.perSecond, this.left + ((now - this.at) / 1000) * this.perSecond)
    this.at = now
    if (this.left < 1) return false
    this.left -= 1
    return true
  }
}

/** How many of something are open at once, by key. */
export class OpenCount<Key> {
  private readonly open = new Map<Key, number>()

  of(key: Key): number {
    return this.open.get(key) ?? 0
  }

  add(key: Key): void {
    this.open.set(key, this.of(key) + 1)
  }

  remove(key: Key): void {
    const left = this.of(key) - 1
    if (left > 0) this.open.set(key, left)
    else this.open.delete(key)
  }
}
