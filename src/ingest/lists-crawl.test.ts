import { describe, expect, it } from 'vitest'
import type { Page } from '#domain/page.ts'
import type { Store } from '#store'
import { fakeClock } from '#support/clock.ts'
import { FetchStates } from './fetch-state.ts'
import { ListsCrawl } from './lists-crawl.ts'
import { priorities } from './politeness.ts'
import type { PageReader, PageResult } from './read-page.ts'

const home: Page = { kind: 'home' }

/** A crawl whose pages all have this result, and the answers to its read requests. */
function crawlOf(result: PageResult) {
  const clock = fakeClock()
  const answers: { ok: boolean }[] = []
  const readRequests: Pick<Store['readRequests'], 'finish'> = {
    finish: async (_, answer) => void answers.push(answer),
  }
  const fetchStates = new FetchStates(clock)
  const pages: Pick<PageReader, 'read'> = { read: (_, __, { onResult }) => onResult(result, clock.monotonic()) }
  const crawl = new ListsCrawl({
    store: { readRequests } as Store,
    fetchStates,
    pages: pages as PageReader,
    clock,
    isHostBlocked: () => false,
    hostFailures: () => 0,
    onRead: () => undefined,
  })
  const planHome = () => crawl.plannedFetches().find(({ page }) => page.kind === 'home')
  const readHome = async (): Promise<void> => {
    const planned = planHome()
    if (planned) await crawl.read(planned, async () => undefined)
    await crawl.upkeep()
  }
  return { crawl, clock, fetchStates, answers, planHome, readHome }
}

describe('a request for a fresh list of tournaments', () => {
  it.each(['failed', 'unusable', 'gone', 'anomalous'] as const)(
    'is answered, and causes no further fetch, when the result of the home page is %s',
    async (kind) => {
      const { crawl, answers, planHome, readHome } = crawlOf({ kind })
      crawl.addRequest({ id: 1 })
      expect(planHome()?.priority).toBe(priorities.request)
      await readHome()
      expect(answers).toMatchObject([{ ok: false }])
      expect(planHome()?.priority).toBe(priorities.idle)
    },
  )

  it('is answered without a fetch while the home page backs off, and causes a fetch if it is made afterwards', async () => {
    const { crawl, clock, fetchStates, answers, planHome } = crawlOf({ kind: 'failed' })
    const state = fetchStates.of(home)
    state.noteFailure(clock.monotonic(), false, 1, () => 0.5)
    crawl.addRequest({ id: 1 })
    expect(planHome()?.priority).toBe(priorities.idle)
    await crawl.upkeep()
    expect(answers).toMatchObject([{ ok: false }])

    await clock.advance(state.notBefore - clock.monotonic())
    crawl.addRequest({ id: 2 })
    expect(planHome()?.priority).toBe(priorities.request)
  })

  it('is answered when RollCall itself fails while the home page is read', async () => {
    const { crawl, answers, planHome } = crawlOf({ kind: 'failed' })
    crawl.addRequest({ id: 1 })
    crawl.noteInternalFailure(home)
    await crawl.upkeep()
    expect(answers).toMatchObject([{ ok: false }])
    expect(planHome()?.priority).toBe(priorities.idle)
  })
})
