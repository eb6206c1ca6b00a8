// How often who may do what. A venue's Wi-Fi puts thousands of people behind one address, so the limits per address are
// high and the fine ones count per account (quality/security.md, table of B-01). Kept in memory, each process its own.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { CodedError } from '#contract/errors.ts'
import { mailboxOf } from '#domain/mailbox.ts'
import type { ClientAddress, Network } from '#platform/client-address.ts'
import type { Clock } from '#platform/clock.ts'

const minute = 60
const hour = 60 * minute

type Allowance = { points: number; seconds: number }
type Allowances = { user?: Allowance; key?: Allowance; address?: Allowance }

const day = 24 * hour

/**
 * What is allowed of each kind of call within a number of seconds: per user, per key (a token's prefix), per address, which
 * is an IPv4 address or an IPv6 /64.
 */
const allowances = {
  register: { address: { points: 1_000, seconds: hour } },
  forgot: { address: { points: 60, seconds: hour } },
  reset: { key: { points: 10, seconds: hour }, address: { points: 60, seconds: 15 * minute } },
  profile: { user: { points: 30, seconds: hour } },
  emailChange: { user: { points: 3, seconds: day } },
  emailLink: { user: { points: 10, seconds: hour } },
  verifyEmail: { key: { points: 10, seconds: hour }, address: { points: 1_000, seconds: hour } },
  checkLink: { key: { points: 30, seconds: hour }, address: { points: 300, seconds: 15 * minute } },
  search: { user: { points: 60, seconds: minute }, address: { points: 3_000, seconds: minute } },
  follow: { user: { points: 300, seconds: minute } },
  refresh: { user: { points: 6, seconds: minute } },
  notes: { user: { points: 60, seconds: minute } },
  share: { user: { points: 60, seconds: hour }, address: { points: 3_000, seconds: hour } },
  sharedMiss: { address: { points: 30, seconds: minute } },
  alerts: { user: { points: 120, seconds: hour }, address: { points: 12_000, seconds: hour } },
  testAlert: { user: { points: 10, seconds: 10 * minute }, address: { points: 1_000, seconds: 10 * minute } },
  add: { user: { points: 60, seconds: hour } },
} as const satisfies Record<string, Allowances>

const loginFailures = { points: 300, seconds: 15 * minute }
/** Failures per account and network that cost no delay, and for how long they count. */
const freeFailures = 5
const failuresKept = 15 * minute * 1000
const longestDelay = 15 * minute
const worryingFailures = { points: 30, seconds: day }
const links = { points: 3, seconds: hour }
/** A hall signs up behind one address; nobody else mails to so many strangers. */
const mailsToStrangers = { network: { points: 200, seconds: hour }, all: { points: 2_000, seconds: hour } }

type LoginAttempt = {
  succeeded(): Promise<void>
  /** True when this was the account's 30th failure of the day: its owner is to hear of it. */
  failed(): Promise<boolean>
}

export type Limits = {
  /** Counts one call. @throws CodedError 'too-many' with the seconds to wait. */
  take(kind: keyof typeof allowances, caller: { userId?: number; key?: string; ip: ClientAddress }): Promise<void>
  /**
   * Called before a password is checked; counts as a failure until `succeeded`, so that guesses sent at once count too.
   * Five failures within 15 minutes are free; after that each doubles the wait, for this account from this network only.
   * @throws CodedError 'too-many' with the seconds to wait.
   */
  tryLogin(email: string, ip: ClientAddress): Promise<LoginAttempt>
  /** Whether the address may be sent another link: three an hour, to all of its tags together. Whoever asks is not told. */
  mayRequestLink(email: string): Promise<boolean>
  /**
   * Whether a mail may go to an address that nobody verified because of a call from `ip`: 200 an hour from one network,
   * 2,000 from all. Counts it.
   */
  mayMailStranger(ip: ClientAddress): Promise<boolean>
  /**
   * Uncounts what a request has used, because nothing could be done for it ('busy'): who comes back is not to pay twice.
   * `ip` is the very object that the request was counted by.
   */
  refund(ip: ClientAddress): Promise<void>
}

export function createLimits(clock: Clock): Limits {
  const limiters = new Map<string, RateLimiterMemory>()
  const limiter = (name: string, { points, seconds }: Allowance): RateLimiterMemory => {
    const made = limiters.get(name) ?? new RateLimiterMemory({ keyPrefix: name, points, duration: seconds })
    limiters.set(name, made)
    return made
  }
  const loginsFailed = limiter('login', loginFailures)
  const failures = new Map<string, { count: number; since: number; until: number }>()
  /** How to uncount what each request has used so far. */
  const used = new WeakMap<ClientAddress, (() => unknown)[]>()
  const noteUse = (ip: ClientAddress, undo: () => unknown): void => {
    const undoes = used.get(ip)
    if (undoes) undoes.push(undo)
    else used.set(ip, [undo])
  }
  const count = async (ip: ClientAddress, counter: RateLimiterMemory, key: string): Promise<void> => {
    await consume(counter, key)
    noteUse(ip, () => counter.reward(key))
  }

  return {
    async take(kind, { userId, key, ip }) {
      const { user, key: each, address }: Allowances = allowances[kind]
      if (each && key !== undefined) await count(ip, limiter(`${kind}/key`, each), key)
      if (user && userId !== undefined) await count(ip, limiter(`${kind}/user`, user), String(userId))
      if (address) await count(ip, limiter(`${kind}/address`, address), ip.network)
    },

    async tryLogin(email, ip) {
      await consume(loginsFailed, ip.network)
      const now = clock.monotonic()
      const key = `${email.toLowerCase()} ${subnetOf(ip.network)}`
      const known = failures.get(key)
      const entry = known && now - known.since < failuresKept ? known : { count: 0, since: now, until: 0 }
      if (now < entry.until) throw tooMany((entry.until - now) / 1000)
      entry.count++
      if (entry.count >= freeFailures) {
        entry.until = now + Math.min(2 ** (entry.count - freeFailures), longestDelay) * 1000
        entry.since = now
      }
      if (failures.size >= 100_000)
        for (const [old, { since }] of failures) if (now - since >= failuresKept) failures.delete(old)
      failures.set(key, entry)
      const { until } = entry
      let isOver = false
      noteUse(ip, async () => {
        if (isOver) return
        entry.count--
        if (entry.until === until) entry.until = 0
        await loginsFailed.reward(ip.network)
      })
      return {
        async succeeded() {
          isOver = true
          failures.delete(key)
          await loginsFailed.reward(ip.network)
        },
        async failed() {
          isOver = true
          const { consumedPoints } = await limiter('login/account', worryingFailures).penalty(email.toLowerCase())
          return consumedPoints === worryingFailures.points
        },
      }
    },

    async mayRequestLink(email) {
      const { consumedPoints } = await limiter('forgot/account', links).penalty(mailboxOf(email))
      return consumedPoints <= links.points
    },

    async mayMailStranger(ip) {
      const network = await limiter('mail/network', mailsToStrangers.network).penalty(ip.network)
      if (network.consumedPoints > mailsToStrangers.network.points) return false
      const { consumedPoints } = await limiter('mail/all', mailsToStrangers.all).penalty('all')
      return consumedPoints <= mailsToStrangers.all.points
    },

    async refund(ip) {
      const undoes = used.get(ip) ?? []
      used.delete(ip)
      await Promise.all(undoes.map((undo) => undo()))
    },
  }
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    // What was refused is not used: else points that are given back would be nobody's.
    await limiter.reward(key)
    throw tooMany(refusal.msBeforeNext / 1000)
  }
}

const tooMany = (seconds: number): CodedError => new CodedError('too-many', undefined, Math.max(1, Math.ceil(seconds)))

/** The /24 around an IPv4 address; of IPv6, the /64 itself. */
const subnetOf = (network: Network): string => network.replace(/\.\d+$/, '')
