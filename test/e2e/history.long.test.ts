// Back and forward navigation: where back buttons lead, and which state is restored.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { MatchesResponse } from '#contract/matches.ts'
import type { Visitor } from '#support/visitor.ts'
import { Follower } from './follower.ts'
import { createFollower, openStage, type Stage } from './stage.ts'

let stage: Stage
let names: string[]
let visitor: Visitor
let follower: Follower
let page: Page

beforeAll(async () => {
  stage = await openStage()
  names = [stage.day.match('assigned'), stage.day.match('started')].map(({ names: [name] }) => name)
  visitor = await createFollower(stage, ...names)
})
afterAll(() => stage?.close())
beforeEach(() => enter(visitor))

const cards = () => page.getByRole('list', { name: 'Upcoming matches' }).getByRole('article')
const scrolled = () => page.evaluate(() => Math.round(scrollY))
const search = () => page.getByRole('searchbox')
const back = () => page.getByRole('button', { name: 'Back', exact: true })

async function enter(as: Visitor): Promise<void> {
  follower = await Follower.enter(stage, as)
  ;({ page } = follower)
}

async function openTab(tab: 'Matches' | 'Athletes'): Promise<void> {
  await page.getByRole('navigation').getByText(tab).click()
}

/** Repeats a match until the list has this many matches. */
async function multiply(count: number): Promise<void> {
  await page.route('**/api/matches/upcoming', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as MatchesResponse
    const [item] = body.matches
    if (item)
      body.matches = Array.from({ length: count }, (_, place) => ({ ...item, id: 100_000 + place, ahead: place }))
    await route.fulfill({ response, json: body })
  })
}

/** Scrolls to about this offset, because row heights are estimates at first; returns the offset once all rows are measured. */
async function scrollTo(top: number): Promise<number> {
  await page.evaluate((y) => window.scrollTo(0, y), top)
  // The rows are measured when no gaps are between them and one is in the middle of the window.
  const isMeasured = () =>
    page.evaluate(() => {
      const rows = [...document.querySelectorAll('[data-index]')].map((row) => row.getBoundingClientRect())
      const isSeen = rows.length === 0 || rows.some(({ top, bottom }) => top <= 400 && bottom > 400)
      return isSeen && rows.every(({ bottom }, at) => Math.abs((rows[at + 1]?.top ?? bottom) - bottom) < 1)
    })
  await expect.poll(async () => (await scrolled()) > 0 && (await isMeasured())).toBe(true)
  return scrolled()
}

it('the back button of a profile leads to the previous screen', async () => {
  await openTab('Matches')
  await page
    .getByRole('link', { name: `Profile of ${names[0]}` })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: names[0] ?? '' }).waitFor()
  await back().click()
  await expect.poll(() => page.url()).toBe(`${stage.rollCall.url}/`)
  await cards().first().waitFor()
})

it('the back button of a profile that was opened directly leads to the athletes', async () => {
  await openTab('Athletes')
  await page.getByRole('link', { name: `Profile of ${names[0]}` }).click()
  await page.waitForURL('**/athlete-profile/*')
  const direct = await page.context().newPage()
  await direct.goto(page.url())
  await direct.getByRole('button', { name: 'Back', exact: true }).click()
  await expect.poll(() => direct.url()).toBe(`${stage.rollCall.url}/?tab=athletes`)
})

it('a search is restored on return from a profile', async () => {
  await openTab('Athletes')
  await search().fill(names[0] ?? '')
  await page.getByRole('link', { name: `Profile of ${names[0]}` }).click()
  await page.getByRole('heading', { level: 1, name: names[0] ?? '' }).waitFor()
  await back().click()
  await page.waitForURL('**/?tab=athletes')
  await expect.poll(() => search().inputValue()).toBe(names[0])
  expect(await page.getByRole('list', { name: 'Followed athletes' }).getByRole('article').count()).toBe(1)
  // Opening the tab again clears the search.
  await openTab('Matches')
  await openTab('Athletes')
  expect(await search().inputValue()).toBe('')
})

it.each([
  { count: 40, stops: [600, 1_200] },
  { count: 200, stops: [2_000, 5_000] },
])(
  'a list of $count matches is restored to its scroll position and its open row on return, and a new screen starts at the top',
  async ({ count, stops }) => {
    await multiply(count)
    await page.goto(stage.rollCall.url)
    await expect.poll(() => cards().count()).toBeGreaterThan(5)
    // The rows render in batches.
    await expect.poll(() => page.evaluate(() => document.body.scrollHeight)).toBeGreaterThan((stops.at(-1) ?? 0) + 844)
    for (const stop of stops) await scrollTo(stop)
    /** The row in the middle of the window, or the next one below if a gap is there. */
    const rowSeen = () =>
      page.evaluateHandle(() =>
        [400, 405].map((y) => document.elementFromPoint(200, y)?.closest('li, [role=listitem]')).find(Boolean),
      )
    const seen = async () =>
      (await rowSeen()).evaluate((row) => {
        return `${row?.getAttribute('aria-posinset') ?? [...(row?.parentElement?.children ?? [])].indexOf(row as Element)} at ${Math.round(row?.getBoundingClientRect().top ?? 0)}`
      })
    await (await rowSeen()).evaluate((row) => row?.querySelector('button')?.click())
    const profile = page.locator(':is(li, [role=listitem]):has([aria-expanded=true]) a[href*=athlete-profile]').first()
    await profile.waitFor()
    // Measuring the rows that come into view may move those below.
    let before = ''
    await expect.poll(async () => before === (before = await seen())).toBe(true)
    const offset = await scrolled()
    await profile.evaluate((link: HTMLElement) => link.click())
    await page.waitForURL('**/athlete-profile/*')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(scrolled).toBe(0)

    await page.goBack()
    await expect.poll(scrolled).toBe(offset)
    await expect.poll(seen).toBe(before)
    await profile.waitFor()
    await page.goForward()
    await page.waitForURL('**/athlete-profile/*')
    await back().click()
    await expect.poll(seen).toBe(before)
    await openTab('Athletes')
    await expect.poll(scrolled).toBe(0)
  },
)

it('a tap on the open tab keeps its search and adds no history entry, on a phone and on a laptop', async () => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await openTab('Matches')
    await openTab('Athletes')
    await search().fill(names[0] ?? '')
    const historyLength = () => page.evaluate(() => history.length)
    const before = await historyLength()
    await openTab('Athletes')
    expect(await historyLength()).toBe(before)
    await page.getByRole('link', { name: `Profile of ${names[0]}` }).click()
    await page.getByRole('heading', { level: 1, name: names[0] ?? '' }).waitFor()
    await back().click()
    await page.waitForURL('**/?tab=athletes')
    await expect.poll(() => search().inputValue()).toBe(names[0])
  }
})

it('the back button of a profile leads to the athletes at once after a login at the profile’s address', async () => {
  await openTab('Athletes')
  await page.getByRole('link', { name: `Profile of ${names[0]}` }).click()
  await page.waitForURL('**/athlete-profile/*')
  await page.context().clearCookies()
  const direct = await Follower.open(page.context(), page.url())
  await direct.page.getByRole('link', { name: 'Log In' }).click()
  await direct.logIn(visitor)
  await direct.page.getByRole('heading', { level: 1, name: names[0] ?? '' }).waitFor()
  await direct.page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect.poll(() => direct.page.url()).toBe(`${stage.rollCall.url}/?tab=athletes`)
})

it('[N-07] a logout clears the search, even for a return through the history', async () => {
  await page.context().close()
  await enter(await createFollower(stage, ...names))
  await openTab('Athletes')
  await search().fill(names[0] ?? '')
  await openTab('Matches')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await follower.logIn(visitor)
  await cards().first().waitFor()
  await page.goBack()
  await page.goBack()
  await page.waitForURL('**/?tab=athletes')
  expect(await search().inputValue()).toBe('')
})
