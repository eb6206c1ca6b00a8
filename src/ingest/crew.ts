// The desks that this process holds: leases taken and renewed, tournaments that came or went, who watches them, and the
// users' asks brought to the right desk.
import type { SourceItem } from '#domain/page.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import { tournamentLease } from '#store'
import type { Store } from '#store'
import { openDesk } from './desk.ts'
import type { Desk, TournamentDesk } from './desk.ts'
import type { Gate } from './gate.ts'
import { openListsDesk } from './lists-desk.ts'
import type { ListsDesk } from './lists-desk.ts'
import { openLogoDesk } from './logo-desk.ts'
import type { IngestMetrics } from './measures.ts'
import type { Reader } from './reader.ts'
import { createShelf } from './shelf.ts'
import type { Shelf } from './shelf.ts'

/** Another process takes over at its first upkeep this long after the holder fell silent: 10 s together. */
const leaseTtl = 7_000

export type Crew = {
  desks(): Desk<SourceItem>[]
  /** Renews leases, opens and closes desks, looks who watches. Every few seconds. */
  upkeep(): Promise<void>
  /** Brings users' asks to the desks. */
  takeAsks(): Promise<void>
  /** Gives all leases back. */
  close(): Promise<void>
}

type CrewParts = {
  store: Store
  reader: Reader
  clock: Clock
  log: Log
  metrics: IngestMetrics
  random: () => number
  nodeId: string
  gate: Gate
}

type Led<D> = { desk: D; fence: number }

/** No desks at first. */
export function createCrew({ store, reader, clock, log, metrics, random, nodeId, gate }: CrewParts): Crew {
  const led = new Map<number, Led<TournamentDesk>>()
  const importAsks = new Map<number, number[]>()
  let lists: Led<ListsDesk> | null = null
  /** Of whoever leads the lists. */
  const logos = openLogoDesk({ store, clock, metrics })

  const hostClosed = (): boolean => gate.closed()
  const shelfFor = async (tournamentId: number | null): Promise<Shelf> => {
    const shelf = createShelf({ store, tournamentId, reader, clock, log, metrics, random })
    await shelf.load()
    return shelf
  }

  async function open(tournamentId: number): Promise<void> {
    const lease = await store.leases.take(tournamentLease(tournamentId), nodeId, leaseTtl)
    if (!lease) return
    const held = await store.projection.load(tournamentId)
    if (!held) return
    const desk = openDesk({
      store,
      held: () => store.projection.get(tournamentId) ?? held,
      shelf: await shelfFor(tournamentId),
      fence: lease.fence,
      clock,
      log,
      metrics,
      hostClosed,
      slowdown: () => gate.slowdown(),
      skew: () => gate.skew(),
    })
    led.set(tournamentId, { desk, fence: lease.fence })
  }

  async function upkeepLeases(): Promise<void> {
    for (const [tournamentId, { desk, fence }] of led)
      if (desk.lost() || !(await store.leases.renew(tournamentLease(tournamentId), nodeId, fence, leaseTtl)))
        led.delete(tournamentId)
    if (lists && !(await store.leases.renew('lists', nodeId, lists.fence, leaseTtl))) lists = null
    if (!lists) {
      const lease = await store.leases.take('lists', nodeId, leaseTtl)
      if (lease)
        lists = {
          desk: openListsDesk({
            store,
            shelf: await shelfFor(null),
            clock,
            hostClosed,
            onRead: logos.lookAgain,
          }),
          fence: lease.fence,
        }
    }
  }

  async function upkeepTournaments(): Promise<void> {
    // What the source no longer serves is kept, not read.
    const active = (await store.tournaments.active()).filter(({ archivedAt }) => archivedAt === null)
    const ids = new Set(active.map(({ id }) => id))
    for (const id of led.keys()) {
      if (ids.has(id)) continue
      led.delete(id)
      await store.leases.release(tournamentLease(id), nodeId)
    }
    for (const { id, listedDayId } of active) {
      if (!led.has(id)) await open(id)
      led.get(id)?.desk.setListedDay(listedDayId)
    }
    const watches = await store.watch.forTournaments([...led.keys()])
    for (const [id, watch] of watches) led.get(id)?.desk.setWatch(watch)
    lists?.desk.setBusy([...watches.values()].some(({ viewersConnected }) => viewersConnected > 0))
    metrics.led.set(led.size)
  }

  /** An import is asked for so that it begins at once; the answer is given as soon as the tournament can be used. */
  async function answerImports(): Promise<void> {
    for (const [tournamentId, asks] of importAsks) {
      const progress = led.get(tournamentId)?.desk.importState()
      if (!progress || (!progress.usable && progress.state !== 'failed' && progress.state !== 'done')) continue
      importAsks.delete(tournamentId)
      const result =
        progress.state === 'failed' ? { ok: false, why: 'the source does not serve this tournament' } : { ok: true }
      for (const id of asks) await store.asks.finish(id, result)
    }
  }

  return {
    desks: () => [...(lists ? [lists.desk, logos] : []), ...[...led.values()].map(({ desk }) => desk)],
    async upkeep() {
      await upkeepLeases()
      await upkeepTournaments()
    },
    async takeAsks() {
      const asks = await store.asks.claim({
        holder: nodeId,
        kinds: lists ? ['import', 'athlete', 'available'] : ['import', 'athlete'],
        tournamentIds: [...led.keys()],
      })
      for (const { id, kind, target, tournamentId } of asks) {
        if (kind === 'available') lists?.desk.ask({ id })
        else if (tournamentId === null) continue
        else if (kind === 'athlete') led.get(tournamentId)?.desk.ask({ id, athleteId: Number(target) })
        else importAsks.set(tournamentId, [...(importAsks.get(tournamentId) ?? []), id])
      }
      await answerImports()
    },
    async close() {
      for (const id of led.keys()) await store.leases.release(tournamentLease(id), nodeId)
      if (lists) await store.leases.release('lists', nodeId)
      led.clear()
      lists = null
    },
  }
}
