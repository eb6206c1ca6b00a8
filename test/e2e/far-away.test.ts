// Somebody who looks on from the other side of the earth, where it is another day (reliability R-15).
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser } from 'playwright-core'
import type { MatchesResponse } from '#contract/matches.ts'
import { launchBrowser } from '#support/browser.ts'
import { type Day, startDay } from '#support/day.ts'
import { removeData, type RollCall, startRollCall } from '#support/rollcall.ts'
import { Follower } from './follower.ts'

/** Fourteen hours ahead of UTC: at every venue it is the day before for most of the day. */
const faraway = 'Pacific/Kiritimati'

let browser: Browser
let day: Day
let rollCall: RollCall
beforeAll(async () => {
  ;[browser, day] = await Promise.all([launchBrowser(), startDay({ athletes: [8] })])
  // The server is nowhere near the two either.
  rollCall = await startRollCall({ sourceUrl: day.url, env: { TZ: 'America/Anchorage' } })
})
afterAll(async () => {
  await browser?.close()
  await rollCall?.stop()
  await day?.close()
  if (rollCall) await removeData(rollCall.dataDir)
})

const clockIn = (timeZone: string, instant: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }).format(Date.parse(instant))
/** Without the kinds of blanks that stand before AM and PM. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()

it('[R-15] fights stand in their order, by the clock of the venue, with the own clock behind it, wherever one is', async () => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    timezoneId: faraway,
  })
  const follower = await Follower.open(context, rollCall.url)
  const { page } = follower
  await follower.signUp()
  await follower.add(day.name)
  const fighting = [...new Set(day.matches().flatMap(({ sides }) => sides.flatMap(({ name }) => name ?? [])))]
  for (const name of fighting.slice(0, 6)) await follower.follow(name.replace(/\s+/g, ' ').trim())
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
  await context.close()
}, 180_000)
