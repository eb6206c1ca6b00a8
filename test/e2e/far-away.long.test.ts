// A viewer on the other side of the earth, often on another calendar day (reliability R-15).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MatchesResponse } from '#contract/matches.ts'
import type { Day } from '#support/day.ts'
import type { RollCall } from '#support/rollcall.ts'
import { Follower } from './follower.ts'
import { createFollower, openStage, type Stage } from './stage.ts'

/** Fourteen hours ahead of UTC: usually on the next calendar day for a venue in Europe or America. */
const faraway = 'Pacific/Kiritimati'

let stage: Stage
let day: Day
let rollCall: RollCall
beforeAll(async () => {
  // The server is in a third time zone.
  stage = await openStage({ day: { athletes: [8, 8, 8] }, rollCall: { env: { TZ: 'America/Anchorage' } } })
  ;({ day, rollCall } = stage)
})
afterAll(() => stage?.close())

const clockIn = (timeZone: string, instant: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }).format(Date.parse(instant))
/** Replaces the narrow no-break blanks before AM and PM. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** The names of all athletes with a match, each once. */
const athleteNames = (): string[] => [
  ...new Set(
    day.matches().flatMap(({ sides }) => sides.flatMap(({ name }) => name?.replace(/\s+/g, ' ').trim() ?? [])),
  ),
]

it('[R-15] fights are in order and show the venue’s time, followed by the viewer’s time, to a viewer in a distant time zone', async () => {
  const followed = await createFollower(stage, ...athleteNames().slice(0, 6))
  const follower = await Follower.enter(stage, followed, { timezoneId: faraway })
  const { page } = follower
  const times = page.locator('article time[datetime]')
  await times.first().waitFor()
  const response = await page.request.get(`${rollCall.url}/api/matches/upcoming`)
  const { matches } = (await response.json()) as MatchesResponse
  const venue = matches[0]?.tournamentTimezone ?? ''
  expect(venue).not.toBe('')
  for (const { scheduledDateTime, date } of matches) {
    expect(scheduledDateTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/)
    // The day in the answer is the venue's.
    const venueDate = new Intl.DateTimeFormat('en-US', { timeZone: venue, month: '2-digit', day: '2-digit' })
    expect(date).toContain(venueDate.format(Date.parse(scheduledDateTime ?? '')))
  }
  const shownTimes = await times.evaluateAll((all) =>
    all.map((time) => ({
      instant: time.getAttribute('datetime') ?? '',
      text: time.textContent,
      card: time.closest('article')?.textContent ?? '',
    })),
  )
  expect(shownTimes.length).toBeGreaterThan(1)
  const instants = shownTimes.map(({ instant }) => instant)
  expect(instants).toEqual(instants.toSorted())
  for (const { instant, text, card } of shownTimes) {
    expect(plain(text)).toBe(plain(clockIn(venue, instant)))
    expect(plain(card)).toContain(plain(clockIn(faraway, instant)))
  }
  expect(follower.pageErrors).toEqual([])
}, 180_000)

describe('On the smallest phone far away, a row', () => {
  it.each(['en', 'es', 'pt-BR', 'ja'])(
    'shows the viewer’s own time, also to screen readers, and stays compact, in %s',
    async (language) => {
      const followed = await createFollower(stage, ...athleteNames().slice(0, 20))
      const follower = await Follower.enter(stage, followed, {
        timezoneId: faraway,
        viewport: { width: 320, height: 844 },
      })
      const { page } = follower
      await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
      await page.reload()
      const rows = page
        .locator('article:has(time[datetime])')
        .filter({ has: page.locator('button[aria-expanded=false] time') })
      await expect.poll(() => rows.count()).toBeGreaterThan(8)
      const shown = await rows.evaluateAll((all) =>
        all.map((row) => ({
          instant: row.querySelector('time')?.getAttribute('datetime') ?? '',
          seen: [...row.querySelectorAll('[aria-hidden]')].map((part) => part.textContent).join(' '),
          spoken: row.querySelector('button .sr-only')?.textContent ?? '',
          height: row.getBoundingClientRect().height,
          wide: [...row.querySelectorAll('button :not(.sr-only)')]
            .filter((part) => part.getBoundingClientRect().right > row.getBoundingClientRect().right)
            .map((part) => part.outerHTML),
        })),
      )
      for (const { instant, seen, spoken, height, wide } of shown) {
        const viewerTime = new Intl.DateTimeFormat(language, {
          timeZone: faraway,
          hour: 'numeric',
          minute: '2-digit',
        }).format(Date.parse(instant))
        expect(plain(seen)).toContain(plain(viewerTime))
        expect(plain(spoken)).toContain(plain(viewerTime))
        // Four lines: time, athlete, opponent, and the viewer's own time.
        expect({ isTall: height > 96, wide }).toEqual({ isTall: false, wide: [] })
      }
      expect(follower.pageErrors).toEqual([])
    },
    180_000,
  )
})
