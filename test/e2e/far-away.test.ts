// Somebody who looks on from the other side of the earth, where it is another day (reliability R-15).
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MatchesResponse } from '#contract/matches.ts'
import type { Day } from '#support/day.ts'
import type { RollCall } from '#support/rollcall.ts'
import { Follower } from './follower.ts'
import { openStage, settle, type Stage } from './stage.ts'

/** Fourteen hours ahead of UTC: at every venue it is the day before for most of the day. */
const faraway = 'Pacific/Kiritimati'

let stage: Stage
let day: Day
let rollCall: RollCall
beforeAll(async () => {
  // The server is nowhere near the two either.
  stage = await openStage({ day: { athletes: [8] }, rollCall: { env: { TZ: 'America/Anchorage' } } })
  ;({ day, rollCall } = stage)
})
afterAll(() => stage?.close())

const clockIn = (timeZone: string, instant: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }).format(Date.parse(instant))
/** Without the kinds of blanks that stand before AM and PM. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()

it('[R-15] fights stand in their order, by the clock of the venue, with the own clock behind it, wherever one is', async () => {
  const fighting = [...new Set(day.matches().flatMap(({ sides }) => sides.flatMap(({ name }) => name ?? [])))]
  const followed = fighting.slice(0, 6).map((name) => name.replace(/\s+/g, ' ').trim())
  const follower = await Follower.enter(stage, await settle(stage, ...followed), { timezoneId: faraway })
  const { page } = follower
  await page.goto(`${rollCall.url}/?tab=matches`)
  const times = page.locator('article time[datetime]')
  await times.first().waitFor()
  const answer = await page.request.get(`${rollCall.url}/api/matches/upcoming`)
  const { matches } = (await answer.json()) as MatchesResponse
  const venue = matches[0]?.tournamentTimezone ?? ''
  expect(venue).not.toBe('')
  for (const { scheduledDateTime, date } of matches) {
    expect(scheduledDateTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/)
    // The printed day is the venue's.
    const there = new Intl.DateTimeFormat('en-US', { timeZone: venue, month: '2-digit', day: '2-digit' })
    expect(date).toContain(there.format(Date.parse(scheduledDateTime ?? '')))
  }
  const shown = await times.evaluateAll((all) =>
    all.map((each) => ({
      instant: each.getAttribute('datetime') ?? '',
      text: each.textContent,
      card: each.closest('article')?.textContent ?? '',
    })),
  )
  expect(shown.length).toBeGreaterThan(1)
  for (const { instant, text, card } of shown) {
    expect(plain(text)).toBe(plain(clockIn(venue, instant)))
    expect(plain(card)).toContain(plain(clockIn(faraway, instant)))
  }
  expect(follower.complaints).toEqual([])
}, 180_000)
