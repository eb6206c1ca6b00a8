import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Day, startDay } from '#support/day.ts'
import { removeData, type RollCall, startRollCall } from '#support/rollcall.ts'
import { Follower } from './follower.ts'
import { closeContexts, openBrowser } from './stage.ts'

/** Numbers of athletes, one per category: enough categories that a restart interrupts the import while brackets are slow. */
const categorySizes = Array.from({ length: 24 }, (_, index) => 2 + (index % 7))

let browser: Browser
let day: Day
const started: RollCall[] = []

beforeAll(async () => {
  ;[browser, day] = await Promise.all([openBrowser(), startDay({ athletes: categorySizes })])
})
afterAll(async () => {
  if (browser) await closeContexts(browser)
  for (const rollCall of started) await rollCall.stop()
  await day?.close()
  for (const { dataDir } of started.slice(0, 1)) await removeData(dataDir)
})

type Progress = { state: string; categories: { done: number; total: number }; athletes: number }

/** Polls with the browser's session until the import meets the condition. */
async function importReaches(follower: Follower, isMet: (progress: Progress) => boolean): Promise<Progress> {
  const readProgress = (): Promise<Progress | undefined> =>
    follower.page.evaluate(async () => {
      const answer = await fetch('/api/tournaments').catch(() => null)
      if (!answer?.ok) return undefined
      return ((await answer.json()) as { tournaments: { import: Progress }[] }).tournaments[0]?.import
    })
  return vi.waitFor(
    async () => {
      const progress = await readProgress()
      if (!progress || !isMet(progress)) throw new Error(`the import is at ${JSON.stringify(progress)}`)
      return progress
    },
    { timeout: 60_000, interval: 100 },
  )
}

it('a server that is killed during an import finishes it after its restart', async () => {
  day.control.addFault({ match: 'categories/\\d+', kind: 'slow', delayMs: 250 })
  const first = await startRollCall({ sourceUrl: day.url })
  started.push(first)
  const follower = await Follower.arrive(browser, first.url)
  await follower.signUp()
  await follower.add(day.name)
  const before = await importReaches(follower, ({ categories }) => categories.done > 2)
  expect(before.categories.done).toBeLessThan(categorySizes.length)
  await first.kill()

  const second = await startRollCall({
    sourceUrl: day.url,
    dataDir: first.dataDir,
    port: Number(new URL(first.url).port),
  })
  started.push(second)
  const after = await importReaches(follower, ({ state }) => state === 'done')
  expect(after.categories).toEqual({ done: categorySizes.length, total: categorySizes.length })
  expect(after.athletes).toBe(day.control.truth(3105).athletes)

  const fight = day.match('assigned')
  await follower.page.reload()
  await follower.follow(fight.names[0])
  await follower.openMatches()
  await follower.card(fight.names[0]).first().waitFor()
}, 180_000)
