// The queue for password hashing. A hash deliberately takes some 20 ms of processor time, so the queue limits how many run and
// how many wait. Sign-ups must not block sign-ins, and no network may block the others (quality/security.md N-03,
// docs/decisions/022).
import { CodedError } from '#contract/errors.ts'
import type { ClientAddress, Network } from '#platform/client-address.ts'

/** 'sign-in' includes changes of a known password; 'sign-up' includes setting a password by an emailed link. */
export type TaskKind = 'sign-in' | 'sign-up'
export type TaskOwner = { readonly kind: TaskKind; readonly ip: ClientAddress }

export type Bounds = {
  /** How many tasks run at once, and how many of one kind, so that the other kind always has a slot. */
  readonly atOnce: number
  readonly ofKindAtOnce: number
  /** How many tasks may wait: in total, of one kind, and from one network. All people at a venue can share one IPv4 address. */
  readonly mayWait: number
  readonly ofKindMayWait: number
  readonly ofNetworkMayWait: number
}

/**
 * Runs a task when a slot is free.
 * @throws CodedError 'busy' if too many tasks wait, always before the task has started.
 */
export type Enqueue = <Value>(owner: TaskOwner, task: () => Promise<Value>) => Promise<Value>

/**
 * Sign-ins run before sign-ups. Tasks of one kind run round-robin over their networks; those of one network in order of arrival.
 * If the queue is full, a new task replaces the last one of the network with the most waiting tasks of its kind, if that network
 * has at least two more than the new task's.
 */
export function createFairQueue(bounds: Bounds): Enqueue {
  const queues = { 'sign-in': new KindQueue(), 'sign-up': new KindQueue() }
  const byPriority = [queues['sign-in'], queues['sign-up']]

  const isFree = (queue: KindQueue): boolean =>
    queue.running < bounds.ofKindAtOnce && byPriority.reduce((sum, { running }) => sum + running, 0) < bounds.atOnce

  const hasPlace = (queue: KindQueue): boolean =>
    byPriority.reduce((sum, { waiting }) => sum + waiting, 0) < bounds.mayWait && queue.waiting < bounds.ofKindMayWait

  /**
   * Returns whether a task of the network may wait. If the queue is full, a task of a network with more waiting tasks is refused
   * instead.
   */
  const makePlace = (queue: KindQueue, network: Network): boolean =>
    byPriority.reduce((sum, each) => sum + each.waitingFrom(network), 0) < bounds.ofNetworkMayWait &&
    (hasPlace(queue) || queue.refuseOneFor(network))

  /** Starts as many waiting tasks as the bounds allow. */
  const startWaiting = (): void => {
    for (const queue of byPriority)
      while (isFree(queue)) {
        const next = queue.takeNext()
        if (!next) break
        queue.running++
        next.begin()
      }
  }

  return async ({ kind, ip: { network } }, task) => {
    const queue = queues[kind]
    if (isFree(queue) && queue.waiting === 0) queue.running++
    else if (makePlace(queue, network))
      await new Promise<void>((begin, refuse) => queue.add(network, { begin, refuse }))
    else throw tooMany()
    try {
      return await task()
    } finally {
      queue.running--
      startWaiting()
    }
  }
}

const tooMany = (): CodedError => new CodedError('busy', undefined, 5)

type Waiter = { readonly begin: () => void; readonly refuse: (error: CodedError) => void }

/** The tasks of one kind. */
class KindQueue {
  running = 0
  waiting = 0
  /** The waiters by network, in the order in which the networks get their turn; each has at least one waiter. */
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

  /** Removes the next waiter and moves its network to the end. */
  takeNext(): Waiter | undefined {
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
   * Refuses the last waiter of the network with the most waiters, to make a place for `network`. Returns false, and refuses none,
   * if the other network would then have fewer waiters than `network`; otherwise two networks would displace each other's waiters
   * forever.
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
