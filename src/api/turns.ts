// Whose password is worked on next. A hash takes some 20 ms of a processor on purpose, so only a few are made at once and
// only so many callers wait. Signing up must not keep people from signing in, and no network may keep out the others
// (quality/security.md N-03, docs/decisions/022).
import { CodedError } from '#contract/errors.ts'
import type { ClientAddress, Network } from '#platform/client-address.ts'

/** 'sign-in': for who has an account and knows its password. 'sign-up': for who is about to have an account, or a new password by a mailed link. */
export type TurnKind = 'sign-in' | 'sign-up'
/** For whom a password is worked on. */
export type TurnOf = { readonly kind: TurnKind; readonly ip: ClientAddress }

export type Bounds = {
  /** So many tasks run at once, and so many of one kind: the rest is kept free for the other. */
  readonly atOnce: number
  readonly ofKindAtOnce: number
  /** So many wait, so many of one kind, and so many from one network: a whole hall can be behind one IPv4 address. */
  readonly mayWait: number
  readonly ofKindMayWait: number
  readonly ofNetworkMayWait: number
}

/** Runs a task when it is its turn. @throws CodedError 'busy' when too many wait already. */
export type TakeTurn = <Value>(turn: TurnOf, task: () => Promise<Value>) => Promise<Value>

/**
 * Sign-ins go first. Among tasks of one kind each network has one in turn; within a network the one that came first goes
 * first.
 */
export function createTurns(bounds: Bounds): TakeTurn {
  const lanes = { 'sign-in': new Lane(), 'sign-up': new Lane() }
  const inOrder = [lanes['sign-in'], lanes['sign-up']]

  const isFree = (lane: Lane): boolean =>
    lane.running < bounds.ofKindAtOnce && inOrder.reduce((sum, { running }) => sum + running, 0) < bounds.atOnce

  const mayWait = (lane: Lane, network: Network): boolean =>
    inOrder.reduce((sum, { waiting }) => sum + waiting, 0) < bounds.mayWait &&
    lane.waiting < bounds.ofKindMayWait &&
    inOrder.reduce((sum, each) => sum + each.waitingFrom(network), 0) < bounds.ofNetworkMayWait

  /** Lets whoever may run now; a task that begins here was waiting. */
  const goOn = (): void => {
    for (const lane of inOrder)
      while (isFree(lane)) {
        const begin = lane.next()
        if (!begin) break
        lane.running++
        begin()
      }
  }

  return async ({ kind, ip: { network } }, task) => {
    const lane = lanes[kind]
    if (isFree(lane) && lane.waiting === 0) lane.running++
    else if (mayWait(lane, network)) await new Promise<void>((begin) => lane.add(network, begin))
    else throw new CodedError('busy', undefined, 5)
    try {
      return await task()
    } finally {
      lane.running--
      goOn()
    }
  }
}

/** The tasks of one kind. */
class Lane {
  running = 0
  waiting = 0
  /** The network that is served next comes first. */
  private readonly byNetwork = new Map<Network, (() => void)[]>()

  waitingFrom(network: Network): number {
    return this.byNetwork.get(network)?.length ?? 0
  }

  add(network: Network, begin: () => void): void {
    const queue = this.byNetwork.get(network)
    if (queue) queue.push(begin)
    else this.byNetwork.set(network, [begin])
    this.waiting++
  }

  /** Takes the next one out; its network then comes last. */
  next(): (() => void) | undefined {
    for (const [network, queue] of this.byNetwork) {
      const begin = queue.shift()
      this.byNetwork.delete(network)
      if (queue.length > 0) this.byNetwork.set(network, queue)
      if (begin) this.waiting--
      return begin
    }
    return undefined
  }
}
