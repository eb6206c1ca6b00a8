// Rate limits. A venue's Wi-Fi puts thousands of people behind one address, so the limits per address are high, and the strict
// limits count per account (quality/security.md, table of B-01). Limits against guessing, and limits on emails, are shared by all
// processes through the database; the others are per process, in memory (docs/decisions/007).
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { CodedError } from '#contract/errors.ts'
import { mailboxOf } from '#domain/mailbox.ts'
import type { ClientAddress, Network } from '#platform/client-address.ts'
import type { Clock } from '#platform/clock.ts'
import type { Allowance, Store } from '#store'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

type Allowances = { user?: Allowance; key?: Allowance; address?: Allowance }

/**
 * How many calls of each kind all processes together allow within a number of seconds: per user, per key (a token's prefix, or the
 * owner of a shared RollCall), and per address (an IPv4 address or an IPv6 /64). They protect secrets from guessing, and people
 * from unwanted emails. A limit named 'miss' counts wrong secrets only, so that the guesses of others at a venue keep nobody from
 * using a right one.
 */
const sharedAllowances = {
  register: { address: { points: 1_000, seconds: hour } },
  forgot: { address: { points: 60, seconds: hour } },
  reset: { key: { points: 10, seconds: hour } },
  resetMiss: { address: { points: 60, seconds: 15 * minute } },
  emailChange: { user: { points: 3, seconds: day } },
  emailLink: { user: { points: 10, seconds: hour } },
  verifyEmail: { key: { points: 10, seconds: hour } },
  verifyEmailMiss: { address: { points: 1_000, seconds: hour } },
  checkLink: { key: { points: 30, seconds: hour } },
  checkLinkMiss: { address: { points: 300, seconds: 15 * minute } },
  sharedMiss: { address: { points: 30, seconds: minute } },
} as const satisfies Record<string, Allowances>

/**
 * Like `sharedAllowances`, but counted by each process for itself. These limits bound the work of one process; each such call
 * changes the data of at most one user.
 */
const processAllowances = {
  profile: { user: { points: 30, seconds: hour } },
  search: { user: { points: 60, seconds: minute }, address: { points: 3_000, seconds: minute } },
  appearances: { user: { points: 120, seconds: minute } },
  follow: { user: { points: 300, seconds: minute } },
  followRules: { user: { points: 60, seconds: minute } },
  readFollowRules: { user: { points: 120, seconds: minute } },
  refresh: { user: { points: 6, seconds: minute } },
  notes: { user: { points: 60, seconds: minute } },
  share: { user: { points: 60, seconds: hour }, address: { points: 3_000, seconds: hour } },
  claim: {
    user: { points: 120, seconds: minute },
    key: { points: 600, seconds: minute },
    address: { points: 3_000, seconds: minute },
  },
  alerts: { user: { points: 120, seconds: hour }, address: { points: 12_000, seconds: hour } },
  testAlert: { user: { points: 10, seconds: 10 * minute }, address: { points: 1_000, seconds: 10 * minute } },
  add: { user: { points: 60, seconds: hour } },
} as const satisfies Record<string, Allowances>

const allowances = { ...sharedAllowances, ...processAllowances }

/** From one network, for all accounts together, on devices that are new to them. */
const loginFailures = { points: 300, seconds: 15 * minute }
/** After that, in ms: together with `loginFailures` it bounds the guesses of a network at many accounts. */
const slowLogins = { every: 100, longest: 5_000 }
/** For one account from one IPv4 /24 or IPv6 /64, or on one device that has signed in to it before. */
const accountFailures = { free: 5, seconds: 15 * minute }
/** The owner of an account is notified when this number of failures within this time is reached. */
const reportedFailures = { points: 30, seconds: day }
/** To one mailbox. */
const requestedLinks = { points: 3, seconds: hour }
/** High enough for all people at a venue who sign up from one address. */
const unverifiedEmails = { network: { points: 200, seconds: hour }, all: { points: 2_000, seconds: hour } }

type LoginAttempt = {
  succeeded(): Promise<void>
  /** Counts a failure; returns true for the account's 30th failure of the day, after which the owner is notified. */
  failed(): Promise<boolean>
}

export type Limits = {
  /** Counts one call. @throws CodedError 'too-many' with the seconds to wait. */
  take(kind: keyof typeof allowances, caller: { userId?: number; key?: string; ip: ClientAddress }): Promise<void>
  /**
   * Call it before a password is checked. Counts as a failure until `succeeded`, so that concurrent guesses count, too.
   * Five failures within 15 minutes are free; after that each doubles the wait, for this account from the caller's IPv4 /24 or
   * IPv6 /64 only. `device`: the id of a device that has signed in to the account before; it has its own five failures, and those
   * of its network do not concern it. Any other device waits up to 5 s once its network has 300 failures within 15 minutes.
   * @throws CodedError 'too-many' with the seconds to wait.
   */
  tryLogin(email: string, ip: ClientAddress, device?: string | null): Promise<LoginAttempt>
  /**
   * Counts a requested link, and returns whether it may be sent: three an hour to one mailbox. The result must not be revealed to
   * callers.
   */
  mayRequestLink(email: string): Promise<boolean>
  /**
   * Counts an email to an unverified address that a call from `ip` causes, and returns whether it may be sent: 200 an hour from
   * one network, 2,000 from all.
   */
  mayEmailUnverified(ip: ClientAddress): Promise<boolean>
  /**
   * Uncounts a request that was refused as 'busy', so that a retry does not count twice. `ip` is the same object that the
   * request was counted with.
   */
  refund(ip: ClientAddress): Promise<void>
}

/** `shared`: the counters of all processes. */
export function createLimits(shared: Store['rateLimits'], clock: Clock): Limits {
  const ofProcess = countersInMemory()
  /** For each request, by its address object: the functions that uncount it. */
  const used = new WeakMap<ClientAddress, (() => Promise<unknown>)[]>()
  const noteUse = (ip: ClientAddress, undo: () => Promise<unknown>): void => {
    const undoes = used.get(ip)
    if (undoes) undoes.push(undo)
    else used.set(ip, [undo])
  }
  const tryTake = async (name: string, allowance: Allowance): Promise<boolean> =>
    (await shared.take(name, allowance)) === 0

  return {
    async take(kind, { userId, key, ip }) {
      const counters: Counters = kind in sharedAllowances ? shared : ofProcess
      const count = async (name: string, allowance: Allowance): Promise<void> => {
        requireNoWait(await counters.take(name, allowance))
        noteUse(ip, () => counters.refund(name, allowance))
      }
      const allowed: Allowances = allowances[kind]
      if (allowed.key && key !== undefined) await count(`${kind}/key ${key}`, allowed.key)
      if (allowed.user && userId !== undefined) await count(`${kind}/user ${userId}`, allowed.user)
      if (allowed.address) await count(`${kind}/address ${ip.network}`, allowed.address)
    },

    async tryLogin(email, ip, device = null) {
      const account = email.toLowerCase()
      const place = device === null ? subnetOf(ip.network) : `device ${device}`
      const attempt = await shared.tryWithDelay(`login ${account} ${place}`, accountFailures)
      if (typeof attempt === 'number') throw tooMany(attempt)
      let isOver = false
      let refundNetwork = async (): Promise<void> => {}
      noteUse(ip, async () => {
        if (isOver) return
        await Promise.allSettled([attempt.undo(), refundNetwork()])
      })
      if (device === null) {
        const ofNetwork = `login ${ip.network}`
        if ((await shared.take(ofNetwork, loginFailures)) === 0) refundNetwork = () => shared.refund(ofNetwork)
        else {
          const wait = await shared.reserve(`login/slow ${ip.network}`, slowLogins)
          if (wait === null) {
            isOver = true
            await attempt.undo()
            throw tooMany(slowLogins.longest)
          }
          await clock.sleep(wait)
        }
      }
      return {
        async succeeded() {
          isOver = true
          await Promise.all([attempt.clear(), refundNetwork()])
        },
        async failed() {
          isOver = true
          const failures = await shared.count(`login/account ${account}`, reportedFailures.seconds)
          return failures === reportedFailures.points
        },
      }
    },

    mayRequestLink: (email) => tryTake(`forgot/account ${mailboxOf(email)}`, requestedLinks),

    mayEmailUnverified: async (ip) =>
      (await tryTake(`mail/network ${ip.network}`, unverifiedEmails.network)) &&
      (await tryTake('mail/all', unverifiedEmails.all)),

    async refund(ip) {
      const undoes = used.get(ip) ?? []
      used.delete(ip)
      // A refund in the database may fail as the request did.
      await Promise.allSettled(undoes.map((undo) => undo()))
    },
  }
}

type Counters = {
  /** Returns 0 for a counted use, else the ms to wait. */
  take(name: string, allowance: Allowance): Promise<number>
  refund(name: string, allowance: Allowance): Promise<unknown>
}

/** The counters of this process. */
function countersInMemory(): Counters {
  const limiters = new Map<Allowance, RateLimiterMemory>()
  const limiterOf = (allowance: Allowance): RateLimiterMemory => {
    const { points, seconds } = allowance
    const known = limiters.get(allowance) ?? new RateLimiterMemory({ points, duration: seconds })
    limiters.set(allowance, known)
    return known
  }
  return {
    async take(name, allowance) {
      const limiter = limiterOf(allowance)
      try {
        await limiter.consume(name)
        return 0
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        // A refused call does not count: otherwise a refund of another call would have no effect.
        await limiter.reward(name)
        return refusal.msBeforeNext
      }
    },
    refund: (name, allowance) => limiterOf(allowance).reward(name),
  }
}

function requireNoWait(ms: number): void {
  if (ms > 0) throw tooMany(ms)
}

const tooMany = (ms: number): CodedError => new CodedError('too-many', undefined, Math.max(1, Math.ceil(ms / 1000)))

/** The /24 of an IPv4 address; the /64 of an IPv6 one. */
const subnetOf = (network: Network): string => network.replace(/\.\d+$/, '')
