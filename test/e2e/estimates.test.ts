// The estimated start of a match on every screen that shows one (decision D36, docs/decisions/042).
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { MatchesResponse } from '#contract/matches.ts'
import type { Visitor } from '#support/visitor.ts'
import { accessibilityFaults } from './accessibility-faults.ts'
import { Follower } from './follower.ts'
import { createFollower, openContext, openStage, type Stage } from './stage.ts'

const minute = 60_000
const upcoming = '**/api/matches/upcoming'

let stage: Stage
let visitor: Visitor
/** An athlete with an upcoming match on a mat in use. */
let name: string

beforeAll(async () => {
  // After an hour enough matches have started for estimates.
  stage = await openStage({ day: { athletes: [8, 8, 8, 8, 8, 8], openFor: 60 } })
  const waiting = stage.day
    .matches()
    .find(({ status, sides }) => !['started', 'finished'].includes(status) && sides.every((side) => side.name !== null))
  name = (waiting?.sides[0].name ?? '').replace(/\s+/g, ' ').trim()
  visitor = await createFollower(stage, name)
  await vi.waitUntil(async () => (await itemOf(visitor)).estimate !== undefined, { timeout: 60_000, interval: 500 })
})
afterAll(() => stage?.close())

const itemOf = async (user: Visitor): Promise<MatchesResponse['matches'][number]> => {
  const [item] = (await user.call('upcomingMatches')).matches
  if (!item) throw new Error(`${name} has no upcoming match`)
  return item
}

/** 'H:MM' at the venue; with `hasPeriod`, 'H:MM PM'. */
const clockAt = (zone: string | null, at: number, hasPeriod = false): string => {
  const text = new Intl.DateTimeFormat('en-US', { timeZone: zone ?? 'UTC', hour: 'numeric', minute: '2-digit' })
    .format(at)
    .replace(/\s/g, ' ')
  return hasPeriod ? text : text.replace(/ .M$/, '')
}

const textOf = async (box: Locator): Promise<string> => (await box.innerText()).replace(/\s+/g, ' ')

/** The texts of the estimate that the server sends with the list, in whole minutes. */
async function expectedTexts(): Promise<{ about: string; window: string }> {
  const { estimate, tournamentTimezone: zone } = await itemOf(visitor)
  const [at, early, late] = [estimate?.at, estimate?.early, estimate?.late].map((time) => Date.parse(time ?? ''))
  return {
    about: clockAt(zone, Math.round((at ?? 0) / minute) * minute, true),
    window: `${clockAt(zone, Math.floor((early ?? 0) / minute) * minute)} – ${clockAt(zone, Math.ceil((late ?? 0) / minute) * minute)}`,
  }
}

/** Waits until the element shows the current estimate. */
const untilEstimateShown = (box: Locator): Promise<void> =>
  expect
    .poll(
      async () => {
        const [text, { about, window }] = [await textOf(box), await expectedTexts()]
        return text.includes(`about ${about}`) && text.includes(window)
      },
      { timeout: 30_000 },
    )
    .toBe(true)

describe('The estimate of a match', () => {
  it('is on the dashboard’s card with its window and the fights ahead, and without an accessibility fault', async () => {
    const follower = await Follower.enter(stage, visitor)
    const card = follower.card(name).first()
    await card.waitFor()
    await untilEstimateShown(card)
    expect(await textOf(card)).toMatch(/\d+ fights? ahead|next on mat/)
    expect(await accessibilityFaults(follower.page, 'matches')).toEqual([])
    expect(follower.pageErrors).toEqual([])
  }, 90_000)

  it('is on the athlete’s card, the profile, and the tournament page', async () => {
    const { page } = await Follower.enter(stage, visitor, { path: '/?tab=athletes' })
    await untilEstimateShown(page.getByRole('article', { name }))

    const { athleteId, tournamentId } = await itemOf(visitor)
    await page.goto(`${stage.rollCall.url}/athlete-profile/${athleteId}`)
    await untilEstimateShown(page.getByRole('region', { name: 'Upcoming & Live Matches' }).getByRole('article').first())

    await page.goto(`${stage.rollCall.url}/tournament/${tournamentId}`)
    await untilEstimateShown(page.getByRole('region', { name: 'Your athletes here' }).getByRole('article', { name }))
    const heads = page.getByRole('region', { name: /^Mat \d+$/ }).getByRole('heading')
    await expect
      .poll(async () => (await heads.allInnerTexts()).join(' '))
      .toMatch(/runs \d+ min (?:early|late)|on time|stands still/)
  }, 90_000)

  it('is on the shared page as rendered by the server and after hydration', async () => {
    const { shareUrl } = await visitor.call('share', { body: { title: null } })
    const context = await openContext(stage.browser, {
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    })
    const still = await context.newPage()
    await still.goto(shareUrl)
    expect(await textOf(still.getByRole('article', { name }).first())).toMatch(/about \d+:\d\d [AP]M/)
    const follower = await Follower.arrive(stage.browser, shareUrl)
    const card = follower.page.getByRole('article', { name }).first()
    await untilEstimateShown(card)
    expect(await textOf(card)).toMatch(/earliest Starts in: |any moment|should be on/)
    expect(follower.pageErrors).toEqual([])
  }, 90_000)
})

describe('A card', () => {
  /** Opens the dashboard with an edited list and without live updates; returns the card of the match. */
  async function openEdited(edit: (body: MatchesResponse) => void): Promise<Locator> {
    const { page } = await Follower.enter(stage, visitor)
    await page.routeWebSocket(/\/ws/, () => undefined)
    await page.route(upcoming, async (route) => {
      const response = await route.fetch()
      const json = (await response.json()) as MatchesResponse
      edit(json)
      await route.fulfill({ response, json })
    })
    await page.reload()
    const card = page.getByRole('article', { name }).first()
    await card.waitFor()
    return card
  }
  /** Sets the published time of the match to this many minutes after its estimate. */
  const publish = (body: MatchesResponse, minutes: number): void => {
    for (const item of body.matches) {
      const at = Date.parse(item.estimate?.at ?? '') + minutes * minute
      const clock = new Intl.DateTimeFormat('en-GB', {
        timeZone: item.tournamentTimezone ?? 'UTC',
        hour: '2-digit',
        minute: '2-digit',
      })
      Object.assign(item, { scheduledDateTime: new Date(at).toISOString(), localTime: clock.format(at) })
    }
  }

  it('shows the published time beside an estimate that differs by more than three minutes, and has one sentence for screen readers', async () => {
    const card = await openEdited((body) => publish(body, 12))
    expect(await textOf(card)).toMatch(/published \d+:\d\d [AP]M/)
    expect(await card.locator('p.sr-only').innerText()).toMatch(
      /^about \d+:\d\d [AP]M, between \d+:\d\d and \d+:\d\d, (?:\d+ fights? ahead|next) on Mat \d+; published \d+:\d\d [AP]M$/,
    )
  })

  it('does not show a published time that differs from the estimate by a minute', async () => {
    const card = await openEdited((body) => publish(body, 1))
    expect(await textOf(card)).toMatch(/about \d+:\d\d [AP]M/)
    expect(await textOf(card)).not.toMatch(/published/)
  })

  it('says that its window is wider when nothing was read for a while', async () => {
    const card = await openEdited((body) => {
      const readAt = Date.now() - 6 * minute
      for (const hall of Object.values(body.halls)) hall.asOf = readAt
      for (const source of Object.values(body.sources)) source.fetchedAt = new Date(readAt).toISOString()
    })
    await card.getByText('no recent data: wider window', { exact: true }).waitFor()
    expect(await card.locator('p.sr-only').innerText()).toMatch(/; no recent data: wider window$/)
  })

  it("shows the published time, named 'schedule', when there is no estimate", async () => {
    const card = await openEdited((body) => void (body.halls = {}))
    await card.getByText('schedule', { exact: true }).waitFor()
    const { localTime, scheduledDateTime, tournamentTimezone } = await itemOf(visitor)
    expect(localTime).not.toBeNull()
    expect(await textOf(card)).toContain(clockAt(tournamentTimezone, Date.parse(scheduledDateTime ?? ''), true))
    expect(await textOf(card)).not.toContain('about')
  })
})
