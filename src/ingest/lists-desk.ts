// The desk of the pages that belong to no tournament: the home page, which lists what can be added, and the federation's
// list of events, which knows cities and dates.
import type { Page } from '#domain/page.ts'
import { pageKey } from '#domain/page.ts'
import type { Clock } from '#platform/clock.ts'
import type { Store } from '#store'
import { dailyInterval, homeInterval, jittered } from './cadence.ts'
import type { Desk } from './desk.ts'
import { priorities } from './politeness.ts'
import type { Priority } from './politeness.ts'
import type { Wish } from './schedule.ts'
import type { Shelf } from './shelf.ts'

const home: Page = { kind: 'home' }
const events: Page = { kind: 'events' }
/** Somebody opens the add dialog: a list this fresh is good enough. */
const freshFor = 60_000

export type ListsDesk = Desk & {
  /** Somebody looks at a tournament, or one is live. */
  setBusy(busy: boolean): void
  /** A user wants to see what can be added now. */
  ask(ask: { id: number }): void
}

type ListsParts = {
  store: Store
  shelf: Shelf
  clock: Clock
  hostClosed: () => boolean
  /** A list was recorded. */
  onRead: () => void
}

/** Opens the desk of the lists. */
export function openListsDesk({ store, shelf, clock, hostClosed, onRead }: ListsParts): ListsDesk {
  let busy = false
  const asks = new Map<number, number>()
  let failedAt = -Infinity

  function wish(page: Page, every: number): Wish {
    const key = pageKey(page)
    const memory = shelf.memory(key)
    const due = memory?.readAt == null ? 0 : memory.readAt + jittered(every, key, memory.readings)
    return {
      page,
      key,
      priority: priorities.idle as Priority,
      dueAt: Math.max(due, memory?.notBefore ?? -Infinity),
      every,
    }
  }

  const isFresh = (askedAt: number): boolean => (shelf.memory(pageKey(home))?.readAt ?? -Infinity) >= askedAt - freshFor

  return {
    name: 'lists',
    wishes() {
      const wanted = wish(home, homeInterval(busy))
      const stale = [...asks.values()].some((askedAt) => !isFresh(askedAt))
      return [stale ? { ...wanted, priority: priorities.ask, dueAt: 0 } : wanted, wish(events, dailyInterval)]
    },
    validatorsOf: shelf.validatorsOf,
    async take(wished, fetched, at, mono) {
      const today = new Date(at).toISOString().slice(0, 10)
      const taken = await shelf.take(wished, fetched, {
        at,
        sourceAt: at,
        mono,
        context: { today, startsOn: null, endsOn: null },
        fence: undefined,
        seq: 0,
        hostDown: hostClosed(),
      })
      if (taken.kind === 'recorded') onRead()
      if (
        wished.page.kind === 'home' &&
        (taken.kind === 'failed' || taken.kind === 'unusable' || taken.kind === 'gone')
      )
        failedAt = mono
    },
    async upkeep() {
      for (const [id, askedAt] of asks) {
        const ok = isFresh(askedAt)
        if (!ok && failedAt < askedAt && !hostClosed()) continue
        asks.delete(id)
        await store.asks.finish(
          id,
          ok
            ? { ok: true, ms: Math.round(clock.monotonic() - askedAt) }
            : { ok: false, why: 'the source does not answer' },
        )
      }
    },
    stumble: (page) => shelf.stumble(page),
    forgetBackoff: () => shelf.forgetBackoff(),
    setBusy(now) {
      busy = now
    },
    ask({ id }) {
      asks.set(id, clock.monotonic())
    },
  }
}
