// The texts and states of the dashboard's three tabs and their dialogs (core.md section 2).
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FollowedResponse } from '#contract/athletes.ts'
import type { MatchesResponse } from '#contract/matches.ts'
import type { Day } from '#support/day.ts'
import type { RollCall } from '#support/rollcall.ts'
import { Visitor } from '#support/visitor.ts'
import { Follower } from './follower.ts'
import { openContext, openStage, pauseClock, type Stage } from './stage.ts'

let stage: Stage
let browser: Browser
let day: Day
let rollCall: RollCall
/** A user who adds the day's tournament and follows both athletes of a fight. */
let follower: Follower
let page: Page
let names: [string, string]

beforeAll(async () => {
  stage = await openStage({ day: { athletes: [4] } })
  ;({ browser, day, rollCall } = stage)
  names = day.match('started').names
  follower = await Follower.enter(stage, await new Visitor(rollCall.url).signUp())
  page = follower.page
  page.setDefaultTimeout(15_000)
})
afterAll(() => stage?.close())

const openTab = (tab: string): Promise<unknown> => page.goto(`${rollCall.url}/?tab=${tab}`)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const expectText = (text: string | RegExp) =>
  page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor()

/** Delays the responses of an address until the returned function is called. */
async function delayResponses(address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.fallback()
  })
  return resolve
}

const heightOf = async (box: Locator): Promise<number> => (await box.boundingBox())?.height ?? 0

/** Edits the server's responses of an address until its route is removed. */
async function change<Body>(address: string, edit: (body: Body) => void): Promise<void> {
  await page.route(address, async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as Body
    edit(json)
    await route.fulfill({ response, json })
  })
}

/** Runs a function in a new browser of the same user, without cached data. */
async function onNewDevice(act: () => Promise<void>): Promise<void> {
  const usual = page
  const storageState = await usual.context().storageState()
  const viewport = { width: 390, height: 844 }
  // In a time zone far from every venue, so that cards show the viewer's time as well.
  const context = await openContext(browser, {
    storageState,
    viewport,
    locale: 'en-US',
    timezoneId: 'Pacific/Auckland',
  })
  page = await context.newPage()
  page.setDefaultTimeout(15_000)
  // On a loaded machine a browser may estimate that its connection is slow.
  const connection = { effectiveType: '4g', downlink: 10, rtt: 50 }
  await page.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value }), connection)
  try {
    await act()
  } finally {
    await context.close()
    page = usual
  }
}

/**
 * Records, in ms, when each step of the import is shown as done and when the dialog closes. The returned function reads the
 * recorded times.
 */
async function recordEnds(): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const ends: number[] = []
    new MutationObserver(() => {
      const dialog = document.querySelector('[role=dialog]')
      const steps = [...(dialog?.querySelectorAll('li') ?? [])]
      const isDone = ({ textContent }: Element): boolean => textContent.endsWith('Done')
      if (steps.filter(isDone).length > ends.length || (!dialog && ends.length === 4)) ends.push(performance.now())
    }).observe(document, { childList: true, subtree: true, characterData: true })
    Object.assign(window, { ends })
  })
  return () => page.evaluate(() => (window as unknown as { ends: number[] }).ends)
}

describe('A new user', () => {
  it('is directed to the tournaments from every tab', async () => {
    await openTab('matches')
    await expectText('No Tournaments Added')
    await expectText('Add tournaments and follow athletes to see their upcoming matches.')
    await openTab('athletes')
    await expectText('No Tournaments Added')
    await openTab('tournaments')
    await expectText('No Tournaments Added')
    expect(await button('Add Tournament').count()).toBe(2)
  })

  it('sees when the available tournaments are loading, refreshing, missing or failed', async () => {
    const list = '**/api/tournaments/bjj-comp-system'
    const release = await delayResponses(list)
    await openTab('tournaments')
    await button('Add Tournament').first().click()
    await page.getByRole('dialog', { name: 'Available Tournaments' }).waitFor()
    await expectText('Loading tournaments...')
    await expectText('Refreshing...')
    expect(await button('Add 0 Tournaments').isDisabled()).toBe(true)
    release()
    await button('Refresh').waitFor()
    await button('Cancel').click()

    await page.route(list, (route) => route.fulfill({ status: 404, json: { success: false, error: 'Not now.' } }))
    await page.reload()
    await button('Add Tournament').first().click()
    await expectText('Failed to load tournaments')
    await page.unroute(list)
    await button('Try Again').click()
    await page.getByRole('checkbox', { name: day.name }).waitFor()

    await change<{ tournaments: unknown[] }>(list, (body) => void (body.tournaments = []))
    await button('Refresh').click()
    await expectText('No tournaments found')
    await page.unroute(list)
    const releaseReload = await delayResponses(list)
    await button('Refresh').click()
    await expectText('Refreshing tournaments...')
    releaseReload()
    await page.getByRole('checkbox', { name: day.name }).waitFor()
    // A list that is shown remains visible while it is read again.
    await page.unroute(list)
    const releaseLast = await delayResponses(list)
    await button('Refresh').click()
    await expectText('Refreshing tournaments...')
    expect(await page.getByRole('checkbox', { name: day.name }).isVisible()).toBe(true)
    releaseLast()
    await page.getByText('Refreshing tournaments...').waitFor({ state: 'detached' })
    await page.unroute(list)
  })

  it('adds a tournament and sees the four steps of its import end', async () => {
    await openTab('tournaments')
    await button('Add Tournament').first().click()
    await page.getByRole('checkbox', { name: day.name }).click()
    const release = await delayResponses('**/api/tournaments/add')
    const readEnds = await recordEnds()
    await button('Add 1 Tournament').click()
    await button('Adding...').waitFor()
    release()
    const steps = page.getByRole('dialog', { name: 'Importing Tournament' })
    await steps.waitFor()
    const titles = ['Tournament data', 'Tournament days', 'Fighters', 'Finalizing']
    expect(
      await steps.getByRole('progressbar').evaluateAll((bars) => bars.map((bar) => bar.getAttribute('aria-label'))),
    ).toEqual(titles)
    expect(await steps.getByRole('listitem').first().innerText()).toMatch(/\d+%\s*(In progress|Done)$/)
    expect(await steps.getByRole('listitem').last().innerText()).toMatch(/0%\s*Pending$/)
    await steps.waitFor({ state: 'detached', timeout: 40_000 })
    // Steps end 400 ms apart, and the dialog closes 600 ms after the last.
    const times = await readEnds()
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    expect(pauses).toHaveLength(4)
    for (const [index, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(index < 3 ? 399 : 599)
  }, 90_000)

  it('is directed to the athletes after adding a tournament', async () => {
    await openTab('matches')
    await expectText('No Followed Athletes')
    await expectText('Follow athletes in your tournaments to see their upcoming matches.')
    await openTab('athletes')
    await expectText('No Followed Athletes')
    await page.getByRole('link', { name: 'Follow Athletes' }).click()
    await page.waitForURL('**/athletes/*')
    for (const name of names) await follower.follow(name)
    expect(page.url()).toMatch(/\/athletes\/\d+$/)
  })
})

describe('The tournaments', () => {
  it('have a card each with status, date, place, zone and buttons', async () => {
    await openTab('tournaments')
    const card = page.getByRole('article', { name: day.name })
    await card.waitFor()
    // The event becomes live a moment after its first import.
    await expect
      .poll(() => card.innerText())
      .toMatch(/Live\s+\w{3}, \w{3} \d+ · (Central\s+Houston|UK\s+London|Japan\s+Tokyo),/)
    await button('Select Athletes to Follow').waitFor()
    for (const link of ['Order of Fights', 'Brackets']) {
      const target = card.getByRole('link', { name: `${link} of ${day.name}, opens in a new tab` })
      expect(await target.getAttribute('href')).toMatch(new RegExp(`^${day.url}/tournaments/`))
    }
  })

  it('have no button for an address that the source does not give', async () => {
    const list = '**/api/tournaments?*'
    await change<{ tournaments: Record<string, unknown>[] }>(list, ({ tournaments: [first] }) =>
      Object.assign(first ?? {}, { orderOfFightsUrl: null, bracketsUrl: null, status: 'past' }),
    )
    await openTab('tournaments')
    await expectText('Past')
    expect(await page.getByRole('article').getByRole('link').count()).toBe(1)
    await page.unroute(list)
  })

  it('show an error when they cannot be fetched', async () => {
    await onNewDevice(async () => {
      await page.route('**/api/tournaments?*', (route) => route.fulfill({ status: 500, body: 'no' }))
      await openTab('tournaments')
      await page.getByRole('heading', { name: 'Failed to fetch tournaments' }).waitFor({ timeout: 20_000 })
      await page.unroute('**/api/tournaments?*')
      await button('Try Again').click()
      await page.getByRole('article', { name: day.name }).waitFor()
      expect(await button('Try Again').count()).toBe(0)
    })
  })
})

describe('The followed athletes', () => {
  const followed = '**/api/athletes/followed'

  it('are sorted by name, and show division, weight and medals with their category', async () => {
    await change<FollowedResponse>(followed, ({ athletes: [first] }) =>
      first?.placements.push({ category: 'Adult / Male / BLUE / Light', place: 1 }),
    )
    await openTab('athletes')
    const cards = page.getByRole('list', { name: 'Followed athletes' }).getByRole('article')
    await expect.poll(() => cards.count()).toBe(2)
    const listed = await cards.evaluateAll((all) => all.map((card) => card.getAttribute('aria-label') ?? ''))
    expect(listed).toEqual(listed.toSorted(new Intl.Collator('en', { sensitivity: 'base' }).compare))
    const text = await cards.first().innerText()
    for (const part of ['Adult / Male / BLUE · Weight: Light', '0 completed matches', day.name])
      expect(text).toContain(part)
    const medal = page.getByRole('button', { name: '1st place in Adult / Male / BLUE / Light' })
    await medal.click()
    await page.getByRole('tooltip', { name: '1st place in Adult / Male / BLUE / Light' }).waitFor()
    await page.unroute(followed)
  })

  it('have tooltips that open after 700 ms, or at once within 300 ms of another tooltip', async () => {
    const categories = ['Adult / Male / BLUE / Light', 'Adult / Male / BLUE / Open Class']
    await onNewDevice(async () => {
      await page.clock.install()
      await change<FollowedResponse>(followed, ({ athletes: [first] }) =>
        first?.placements.push(...categories.map((category) => ({ category, place: 1 }))),
      )
      await openTab('athletes')
      const medal = (place: number) => page.getByRole('button', { name: `1st place in ${categories[place]}` })
      const tooltip = (place: number) => page.getByRole('tooltip', { name: `1st place in ${categories[place]}` })
      await medal(0).waitFor()
      await pauseClock(page)
      await medal(0).hover()
      await page.clock.runFor(690)
      expect(await tooltip(0).count()).toBe(0)
      await page.clock.runFor(20)
      await tooltip(0).waitFor()
      await page.mouse.move(0, 400, { steps: 4 })
      await tooltip(0).waitFor({ state: 'detached' })
      await page.clock.runFor(290)
      await medal(1).hover()
      await tooltip(1).waitFor()
      await page.mouse.move(0, 400, { steps: 4 })
      await tooltip(1).waitFor({ state: 'detached' })
      await page.clock.runFor(310)
      await medal(0).hover()
      await page.clock.runFor(690)
      expect(await tooltip(0).count()).toBe(0)
    })
  })

  it('are six placeholder cards while they load', async () => {
    await onNewDevice(async () => {
      await change<FollowedResponse>(followed, ({ athletes: [first] }) => Object.assign(first ?? {}, { next: null }))
      const release = await delayResponses(followed)
      await openTab('athletes')
      await page.getByRole('heading', { level: 1, name: 'Followed Athletes' }).waitFor()
      const placeholders = page.getByRole('status', { name: 'Loading RollCall' }).locator('> *')
      await expect.poll(() => placeholders.count()).toBe(6)
      const expectedHeight = await heightOf(placeholders.first())
      release()
      const cards = page.getByRole('list', { name: 'Followed athletes' }).getByRole('article')
      await expect.poll(() => cards.count()).toBe(2)
      // A placeholder has the height of a card, with or without a next match, give or take one line of text.
      for (const card of await cards.all()) expect(Math.abs((await heightOf(card)) - expectedHeight)).toBeLessThan(20)
    })
  })

  it('are found by name and by tournament name', async () => {
    await openTab('athletes')
    const search = page.getByRole('searchbox', { name: 'Search athletes...' })
    await search.fill(day.name.toUpperCase())
    await expect.poll(() => page.getByRole('article').count()).toBe(2)
    await search.fill(names[0])
    await expect.poll(() => page.getByRole('article').count()).toBe(1)
    await search.fill('qqq')
    await expectText('No athletes found matching "qqq"')
  })

  it('stay visible when one card fails to render', async () => {
    await change<FollowedResponse>(followed, ({ athletes: [first] }) => Object.assign(first ?? {}, { next: {} }))
    await openTab('athletes')
    const alert = await page.getByRole('alert').innerText()
    expect(names.map((name) => alert.startsWith(`Error rendering ${name}: `))).toContain(true)
    expect(await page.getByRole('list', { name: 'Followed athletes' }).getByRole('article').count()).toBe(1)
    await page.unroute(followed)
  })
})

describe('The matches', () => {
  const upcoming = '**/api/matches/upcoming'
  const cards = () => page.getByRole('list', { name: 'Upcoming matches' }).getByRole('article')

  it('are six placeholder cards while they load', async () => {
    await onNewDevice(async () => {
      const release = await delayResponses(upcoming)
      await openTab('matches')
      const placeholders = page.getByRole('status', { name: 'Loading RollCall' }).locator('> *')
      await expect.poll(() => placeholders.count()).toBe(6)
      const expectedHeight = await heightOf(placeholders.first())
      release()
      await cards().first().waitFor()
      // A placeholder has the height of a card, give or take one line of text.
      expect(Math.abs((await heightOf(cards().first())) - expectedHeight)).toBeLessThan(20)
      // The tabs show that the socket is connected and a tournament is live.
      for (const tab of ['Matches', 'Athletes'])
        await page.getByRole('link', { name: new RegExp(`Live\\s*${tab}`) }).waitFor()
    })
  })

  it('are shown below the update interval that the server gives, and are counted in a search', async () => {
    await openTab('matches')
    await expectText(/Athletes Update Every 2 Minutes$/)
    await expectText(/^Last Updated .+ ago$/)
    await cards().first().waitFor()
    await page.getByRole('searchbox', { name: 'Search matches...' }).fill(names[0])
    await expectText(/^\d+ match(es)? found$/)
    await page.getByRole('searchbox').fill('qqq')
    await expectText('0 matches found')
    expect(await cards().count()).toBe(0)
    await change<MatchesResponse>(upcoming, (body) =>
      Object.assign(body, { mode: 'upcoming', updateIntervalMinutes: 60, matches: [] }),
    )
    await openTab('matches')
    await expectText('Athletes Update Every 60 Minutes')
    await page.unroute(upcoming)
  })

  it('have the title No upcoming matches when there are none, even above results', async () => {
    await change<MatchesResponse>(upcoming, (body) => void (body.matches = []))
    await openTab('matches')
    const title = page.getByRole('heading', { name: 'No upcoming matches', exact: true })
    await title.waitFor()
    await expectText('No upcoming matches for your followed athletes')
    expect(await cards().count()).toBe(0)
    const response = await page.request.get(`${rollCall.url}/api/matches/upcoming`)
    const [item] = ((await response.json()) as MatchesResponse).matches
    await change<MatchesResponse>('**/api/matches/completed', ({ matches }) => {
      if (item) matches.push({ ...item, status: 'finished', result: 'win' })
    })
    await page.reload()
    await page.getByRole('list', { name: 'Results' }).getByRole('article').waitFor()
    await title.waitFor()
    await expectText('No upcoming matches for your followed athletes')
    for (const list of [upcoming, '**/api/matches/completed']) await page.unroute(list)
  })

  it('are hidden with a notice when data are missing, and shown with TBD on demand [D23]', async () => {
    await change<MatchesResponse>(upcoming, ({ matches }) => {
      for (const [index, item] of matches.entries())
        if (index > 0)
          Object.assign(item, {
            rawStatus: null,
            board: 'unseen',
            ahead: null,
            localTime: null,
            scheduledDateTime: null,
          })
    })
    await openTab('matches')
    const notice = page.getByText(/^Some match data incomplete - showing \d+ of \d+ matches$/)
    const [, listed, total] = /showing (\d+) of (\d+)/.exec(await notice.innerText()) ?? []
    expect(Number(listed)).toBeLessThan(Number(total))
    await expect.poll(() => cards().count()).toBe(Number(listed))
    await button('Show').click()
    await expect.poll(() => cards().count()).toBe(Number(total))
    await cards().getByText('TBD').first().waitFor()
    await button('Hide').click()
    await expect.poll(() => cards().count()).toBe(Number(listed))
    await page.unroute(upcoming)
  })

  it('are not shown first when another tab was opened last in the session', async () => {
    await openTab('athletes')
    await page.getByRole('list', { name: 'Followed athletes' }).waitFor()
    await page.goto(rollCall.url)
    await page.waitForURL('**/?tab=athletes')
    await page.getByRole('list', { name: 'Followed athletes' }).waitFor()
    expect(new URL(page.url()).search).toBe('?tab=athletes')
  })
})

it('a tournament is removed with its follows after a confirmation', async () => {
  await openTab('tournaments')
  await button(`Remove ${day.name}`).click()
  const question = page.getByRole('dialog', { name: `Remove ${day.name}?` })
  await question.getByText('You follow 2 athletes there, who will be unfollowed.').waitFor()
  const release = await delayResponses('**/api/tournaments/*')
  await question.getByRole('button', { name: 'Remove' }).click()
  await button('Removing...').waitFor()
  release()
  await expectText('No Tournaments Added')
  await openTab('athletes')
  await expectText('No Tournaments Added')
  const followed = await page.request.get(`${rollCall.url}/api/athletes/followed`)
  expect(((await followed.json()) as FollowedResponse).athletes).toEqual([])
  // React logs the card that failed to render, and its recovery (error 520).
  expect(follower.pageErrors.filter((text) => !/undefined|#520/.test(text))).toEqual([])
})
