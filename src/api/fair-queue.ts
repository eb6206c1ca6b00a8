// Whose password is worked on next. A hash takes some 20 ms of a processor on purpose, so only a few are made at once and
// only so many callers wait. Signing up must not keep people from signing in, and no network may keep out the others
// (quality/security.md N-03, docs/decisions/022).
import { CodedError } from '#contract/errors.ts'
import type { ClientAddress, Network } from '#platform/client-address.ts'

/** 'sign-in': for who has an account and knows its password. 'sign-up': for who is about to have an account, or a new password by a mailed link. */
export type TaskKind = 'sign-in' | 'sign-up'
/** For whom a password is worked on. */
export type TaskOwner = { readonly kind: TaskKind; readonly ip: ClientAddress }

export type Bounds = {
  /** So many tasks run at once, and so many of one kind: the rest is kept free for the other. */
  readonly atOnce: number
  readonly ofKindAtOnce: number
  /** So many wait, so many of one kind, and so many from one network: a whole hall can be behind one IPv4 address. */
  readonly mayWait: number
  readonly ofKindMayWait: number
  readonly ofNetworkMayWait: number
}

/** Runs a task when it is its turn. @throws CodedError 'busy' when too many wait: before the task has begun, never after. */
export type Enqueue = <Value>(owner: TaskOwner, task: () => Promise<Value>) => Promise<Value>

/**
 * Sign-ins go first. Among tasks of one kind each network has one in turn; within a network the one that came first goes
 * first. When all places to wait are taken, a network gets one from the network of the same kind with the most of them.
 */
export function createFairQueue(bounds: Bounds): Enqueue {
  const lanes = { 'sign-in': new Lane(), 'sign-up': new Lane() }
  const inOrder = [lanes['sign-in'], lanes['sign-up']]

  const isFree = (lane: Lane): boolean =>
    lane.running < bounds.ofKindAtOnce && inOrder.reduce((sum, { running }) => sum + running, 0) < bounds.atOnce

  const hasPlace = (lane: Lane): boolean =>
    inOrder.reduce((sum, { waiting }) => sum + waiting, 0) < bounds.mayWait && lane.waiting < bounds.ofKindMayWait

  const mayWait = (lane: Lane, network: Network): boolean =>
    inOrder.reduce((sum, each) => sum + each.waitingFrom(network), 0) < bounds.ofNetworkMayWait &&
    (hasPlace(lane) || lane.refuseOneFor(network))

  /** Lets whoever may run now; a task that begins here was waiting. */
  const goOn = (): void => {
    for (const lane of inOrder)
      while (isFree(lane)) {
        const next = lane.next()
        if (!next) break
        lane.running++
        next.begin()
      }
  }

  return async ({ kind, ip: { network } }, task) => {
    const lane = lanes[kind]
    if (isFree(lane) && lane.waiting === 0) lane.running++
    else if (mayWait(lane, network)) await new Promise<void>((begin, refuse) => lane.add(network, { begin, refuse }))
    else throw tooMany()
    try {
      return await task()
    } finally {
      lane.running--
      goOn()
    }
  }
}

const tooMany = (): CodedError => new CodedError('busy', undefined, 5)

type Waiter = { readonly begin: () => void; readonly refuse: (error: CodedError) => void }

/** The tasks of one kind. */
class Lane {
  running = 0
  waiting = 0
  /** The network that is served next comes first; each has a waiter at least. */
  private readonly byNetwork = new Map<Network, Waiter[]>()

  waitingFrom(network: Network): number {
    return this.byNetwork.get(network)?.length ?? 0
  }

  add(network: Network, waiter: Waiter): void {
    const queue = this.byNetwork.get(network)
    if (queue) queue.push(waiter)
    else this.byNetwork.set(network, [waiter])
    this.waiting++
  }

  /** Takes the next one out; its network then comes last. */
  next(): Waiter | undefined {
    for (const [network, queue] of this.byNetwork) {
      const waiter = queue.shift()
      this.byNetwork.delete(network)
      if (queue.length > 0) this.byNetwork.set(network, queue)
      if (waiter) this.waiting--
      return waiter
    }
    return undefined
  }

  /**
   * Refuses the one that came last of the network with the most waiting, if this leaves that network no fewer than the one
   * that wants the place will have; else two networks could refuse each other's for ever. Returns whether it did.
   */
  refuseOneFor(network: Network): boolean {
    let longest: Waiter[] = []
    for (const queue of this.byNetwork.values()) if (queue.length > longest.length) longest = queue
    if (longest.length < this.waitingFrom(network) + 2) return false
    longest.pop()?.refuse(tooMany())
    this.waiting--
    return true
  }
}
