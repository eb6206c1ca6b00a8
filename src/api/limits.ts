// Rate limits. A venue's Wi-Fi puts thousands of people behind one address, so the limits per address are high and the strict
// ones count per account (quality/security.md, table of B-01). Each process has its own, in memory.
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
 * How many calls of each kind are allowed within a number of seconds: per user, per key (a token's prefix), and per address (an
 * IPv4 address or an IPv6 /64).
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
  followRules: { user: { points: 60, seconds: minute } },
  refresh: { user: { points: 6, seconds: minute } },
  notes: { user: { points: 60, seconds: minute } },
  share: { user: { points: 60, seconds: hour }, address: { points: 3_000, seconds: hour } },
  sharedMiss: { address: { points: 30, seconds: minute } },
  claim: {
    user: { points: 120, seconds: minute },
    key: { points: 600, seconds: minute },
    address: { points: 3_000, seconds: minute },
  },
  alerts: { user: { points: 120, seconds: hour }, address: { points: 12_000, seconds: hour } },
  testAlert: { user: { points: 10, seconds: 10 * minute }, address: { points: 1_000, seconds: 10 * minute } },
  add: { user: { points: 60, seconds: hour } },
} as const satisfies Record<string, Allowances>

const loginFailures = { points: 300, seconds: 15 * minute }
/** Failed logins per account and network without a delay, and for how long they count, in ms. */
const freeFailures = 5
const failureWindow = 15 * minute * 1000
const longestDelay = 15 * minute
const reportedFailures = { points: 30, seconds: day }
const links = { points: 3, seconds: hour }
/** High enough for all people at a venue, who sign up from one address. */
const unverifiedMails = { network: { points: 200, seconds: hour }, all: { points: 2_000, seconds: hour } }

type LoginAttempt = {
  succeeded(): Promise<void>
  /** True for the account's 30th failure of the day, of which its owner is notified. */
  failed(): Promise<boolean>
}

export type Limits = {
  /** Counts one call. @throws CodedError 'too-many' with the seconds to wait. */
  take(kind: keyof typeof allowances, caller: { userId?: number; key?: string; ip: ClientAddress }): Promise<void>
  /**
   * Call it before a password is checked. Counts as a failure until `succeeded`, so that concurrent guesses count, too.
   * Five failures within 15 minutes are free; after that each doubles the wait, for this account from this network only.
   * @throws CodedError 'too-many' with the seconds to wait.
   */
  tryLogin(email: string, ip: ClientAddress): Promise<LoginAttempt>
  /** Counts a requested link, and returns whether it may be sent: three an hour to one mailbox. Callers are not told the result. */
  mayRequestLink(email: string): Promise<boolean>
  /**
   * Counts an email to an unverified address that a call from `ip` causes, and returns whether it may be sent: 200 an hour from
   * one network, 2,000 from all.
   */
  mayMailUnverified(ip: ClientAddress): Promise<boolean>
  /**
   * Uncounts a request that was refused as 'busy', so that a retry does not count twice. `ip` is the same object that the
   * request was counted with.
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
  /** The functions that uncount each request. */
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
      const entry = known && now - known.since < failureWindow ? known : { count: 0, since: now, until: 0 }
      if (now < entry.until) throw tooMany((entry.until - now) / 1000)
      entry.count++
      if (entry.count >= freeFailures) {
        entry.until = now + Math.min(2 ** (entry.count - freeFailures), longestDelay) * 1000
        entry.since = now
      }
      if (failures.size >= 100_000)
        for (const [old, { since }] of failures) if (now - since >= failureWindow) failures.delete(old)
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
          const { consumedPoints } = await limiter('login/account', reportedFailures).penalty(email.toLowerCase())
          return consumedPoints === reportedFailures.points
        },
      }
    },

    async mayRequestLink(email) {
      const { consumedPoints } = await limiter('forgot/account', links).penalty(mailboxOf(email))
      return consumedPoints <= links.points
    },

    async mayMailUnverified(ip) {
      const network = await limiter('mail/network', unverifiedMails.network).penalty(ip.network)
      if (network.consumedPoints > unverifiedMails.network.points) return false
      const { consumedPoints } = await limiter('mail/all', unverifiedMails.all).penalty('all')
      return consumedPoints <= unverifiedMails.all.points
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
    // A refused call does not count: otherwise a refund of another call would have no effect.
    await limiter.reward(key)
    throw tooMany(refusal.msBeforeNext / 1000)
  }
}

const tooMany = (seconds: number): CodedError => new CodedError('too-many', undefined, Math.max(1, Math.ceil(seconds)))

/** The /24 of an IPv4 address; the /64 of an IPv6 one. */
const subnetOf = (network: Network): string => network.replace(/\.\d+$/, '')
