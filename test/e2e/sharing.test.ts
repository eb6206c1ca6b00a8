import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Day } from '#support/day.ts'
import type { RollCall } from '#support/rollcall.ts'
import { Visitor } from '#support/visitor.ts'
import { accessibilityFaults } from './accessibility-faults.ts'
import { Follower } from './follower.ts'
import { tabTo } from './keyboard.ts'
import { addDay, createFollower, follow, openContext, openStage, type Stage } from './stage.ts'

let stage: Stage
let browser: Browser
let day: Day
let rollCall: RollCall

beforeAll(async () => {
  stage = await openStage()
  ;({ browser, day, rollCall } = stage)
})
afterAll(() => stage?.close())

/** Opens the share screen of a user who follows these athletes. */
async function enterShare(...names: string[]): Promise<Follower> {
  const permissions = ['clipboard-read', 'clipboard-write']
  const follower = await Follower.enter(stage, await createFollower(stage, ...names), { permissions, path: '/share' })
  await shareScreen(follower).waitFor()
  return follower
}

const shareScreen = ({ page }: Follower) => page.getByRole('heading', { name: 'Share Your RollCall' })

async function openShare(follower: Follower): Promise<void> {
  await follower.page.goto(`${rollCall.url}/share`)
  await shareScreen(follower).waitFor()
}

const toast = (page: Page, title: string) => page.getByRole('region', { name: /Notifications/ }).getByText(title)

async function generate({ page }: Follower, title = ''): Promise<string> {
  await page.getByLabel('Title (optional)').fill(title)
  await page.getByRole('button', { name: 'Generate Shareable Link' }).click()
  await toast(page, 'Your link is ready to share with your team!').waitFor()
  return page.getByRole('textbox', { name: 'Shareable link' }).inputValue()
}

type Visit = { page: Page; context: BrowserContext; pageErrors: string[] }

/** Opens a link in a new browser context without a session. */
async function visit(url: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Visit> {
  const context = await openContext(browser, {
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    ...options,
  })
  const page = await context.newPage()
  const pageErrors: string[] = []
  page.on('pageerror', (error) => pageErrors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      pageErrors.push(message.text())
  })
  await page.goto(url)
  return { page, context, pageErrors }
}

/** Resolves when the page's socket has received its first message; from then on it receives every change. */
const untilSubscribed = (page: Page) =>
  page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'))

describe('A share link', () => {
  const followed = (): [string, string, string] => [
    day.match('started', 1).names[0],
    day.match('started', 2).names[0],
    day.match('assigned').names[0],
  ]
  let owner: Follower
  const existingOrNewLink = async (): Promise<string> => {
    await openShare(owner)
    const field = owner.page.getByRole('textbox', { name: 'Shareable link' })
    await field.or(owner.page.getByRole('button', { name: 'Generate Shareable Link' })).waitFor()
    return (await field.count()) > 0 ? field.inputValue() : generate(owner)
  }
  beforeAll(async () => {
    owner = await enterShare(...followed())
  }, 120_000)

  it('opens in a browser without a session, shows a match changing live, and stops working at once when deleted', async () => {
    const fight = day.match('started', 1)
    const [name] = fight.names
    const url = await generate(owner, 'Spring camp')

    const stranger = await visit('about:blank')
    const connected = untilSubscribed(stranger.page)
    await stranger.page.goto(url)
    const { page } = stranger
    await page.getByRole('heading', { level: 1, name: 'Spring camp' }).waitFor()
    await page.getByText(/^A RollCall by Visitor/).waitFor()
    const card = page.getByRole('article', { name }).first()
    await card.getByText('LIVE').waitFor()
    await card.getByText('Now', { exact: true }).waitFor()
    await connected
    day.control.match({ ...day.matchIds(fight), action: 'finish', winner: 'a' })
    await card.getByText('LIVE').waitFor({ state: 'detached', timeout: 60_000 })
    expect(await stranger.context.cookies()).toEqual([])

    await page.getByRole('link', { name: 'Athletes' }).click()
    await page.getByRole('article', { name }).getByText('1 completed match').waitFor()
    await page.getByRole('searchbox').fill('nobody of that name')
    await page.getByText('No athletes found matching "nobody of that name"').waitFor()
    await page.getByRole('link', { name: 'Matches' }).click()
    await page.getByRole('searchbox').fill('nobody')
    await page.getByText('Showing 0 matches matching "nobody"').waitFor()
    await page.getByText('No matches found for "nobody"').waitFor()

    await owner.page.getByRole('button', { name: 'Delete link' }).click()
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await toast(owner.page, 'Your shareable link has been removed.').waitFor()
    await page.getByText('RollCall Unavailable').waitFor({ timeout: 5_000 })
    await page.getByText('This shared RollCall could not be found or has expired.').waitFor()
    expect((await page.reload())?.status()).toBe(404)
    await page.getByText('RollCall Unavailable').waitFor()
    expect([...stranger.pageErrors, ...owner.pageErrors]).toEqual([])
  }, 180_000)

  it('leads to a page that shows its matches and athletes without JavaScript', async () => {
    const [name] = day.match('assigned').names
    const { page } = await visit(await existingOrNewLink(), { javaScriptEnabled: false })
    const card = page.getByRole('article', { name }).first()
    await card.waitFor()
    expect(await card.innerText()).toMatch(/mat\s*\d/i)
    await page.getByRole('link', { name: 'Athletes' }).click()
    await page.getByRole('article', { name }).getByText('0 completed matches').waitFor()
  }, 120_000)

  it('leads to a page that keeps its order while it is scrolled, and shows the number of updates until the visitor applies them [WCAG 2.2.2]', async () => {
    const { page } = owner
    const stranger = await visit('about:blank', { viewport: { width: 390, height: 500 } })
    const connected = untilSubscribed(stranger.page)
    await stranger.page.goto(await existingOrNewLink())
    const cards = stranger.page.getByRole('list', { name: 'Upcoming matches' }).getByRole('article')
    await cards.first().waitFor()
    await connected
    const before = await cards.evaluateAll(namesOf)
    await stranger.page.mouse.wheel(0, 150)
    await stranger.page.waitForFunction(() => scrollY > 100)
    const [, added] = day.match('assigned').names
    await page.goto(`${rollCall.url}/?tab=tournaments`)
    await page.getByRole('button', { name: 'Select Athletes to Follow' }).click()
    await owner.follow(added)
    const updatesButton = stranger.page.getByRole('button', { name: '1 update', exact: true })
    await updatesButton.waitFor()
    expect(await cards.evaluateAll(namesOf)).toEqual(before)
    await updatesButton.click()
    await cards.and(stranger.page.getByLabel(added)).waitFor()
    expect(await stranger.page.evaluate(() => scrollY)).toBe(0)
    expect(await updatesButton.count()).toBe(0)
    expect(stranger.pageErrors).toEqual([])
  }, 180_000)

  it('stops working at once when renewed, even on open pages; the new link shows the same page, and a logout removes it from the browser', async () => {
    const [name] = day.match('started', 2).names
    const url = await existingOrNewLink()
    const stranger = await visit('about:blank')
    const connected = untilSubscribed(stranger.page)
    await stranger.page.goto(url)
    await stranger.page.getByRole('article', { name }).first().waitFor()
    await connected

    await owner.page.getByRole('button', { name: 'Renew' }).click()
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Renew' }).click()
    await toast(owner.page, 'Your link has been renewed for another 7 days.').waitFor()
    await stranger.page.getByText('RollCall Unavailable').waitFor({ timeout: 5_000 })
    const renewed = await owner.page.getByRole('textbox', { name: 'Shareable link' }).inputValue()
    expect(renewed).not.toBe(url)
    const other = await visit(renewed)
    await other.page.getByRole('article', { name }).first().waitFor()
    // A logout removes the link from the browser's storage.
    await owner.page.getByRole('button', { name: 'Menu' }).click()
    await owner.page.getByRole('button', { name: 'Log Out' }).click()
    await owner.page.waitForURL('**/auth')
    const stored = await owner.page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('share')))
    expect(stored).toEqual([])
    expect([...stranger.pageErrors, ...other.pageErrors, ...owner.pageErrors]).toEqual([])
  }, 180_000)
})

it('a share link can be generated, copied, titled, renewed and deleted by keyboard alone', async () => {
  const follower = await enterShare(day.match('assigned').names[0])
  const { page } = follower
  const { keyboard } = page
  const reach = (role: Parameters<Page['getByRole']>[0], name: string): Promise<void> =>
    tabTo(page.getByRole(role, { name }).first())
  /** Waits until the focus is in the screen, after the pressed button was removed. */
  const untilFocused = () =>
    page.waitForFunction(() => document.querySelector('main')?.contains(document.activeElement))
  await reach('textbox', 'Title (optional)')
  await keyboard.type('By hand')
  await keyboard.press('Enter')
  await toast(page, 'Shareable RollCall Created').waitFor()
  await untilFocused()
  const url = await page.getByRole('textbox', { name: 'Shareable link' }).inputValue()
  await page.getByText(/^Expires \w+day, \w+ \d+, \d{4} at \d+:\d\d/).waitFor()

  await reach('button', 'Copy link')
  await keyboard.press('Enter')
  await toast(page, 'Shareable link copied to clipboard!').waitFor()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
  await page.getByRole('button', { name: 'Copy link' }).waitFor()

  await reach('textbox', 'Title (optional)')
  await keyboard.press('End')
  await keyboard.type(' alone')
  await reach('button', 'Save')
  await keyboard.press('Enter')
  await toast(page, 'Your RollCall title has been saved.').waitFor()
  await page.reload()
  expect(await page.getByLabel('Title (optional)').inputValue()).toBe('By hand alone')
  expect(await page.getByRole('textbox', { name: 'Shareable link' }).inputValue()).toBe(url)

  await reach('button', 'Renew')
  await keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Renew the link?' }).waitFor()
  await reach('button', 'Renew')
  await keyboard.press('Enter')
  await toast(page, 'Link Renewed').waitFor()
  await page.locator('button:focus', { hasText: 'Renew' }).waitFor()
  await reach('button', 'Delete link')
  await keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Delete the link?' }).waitFor()
  await reach('button', 'Delete')
  await keyboard.press('Enter')
  await toast(page, 'Link Deleted').waitFor()
  await page.getByRole('button', { name: 'Generate Shareable Link' }).waitFor()
  await untilFocused()
  expect(await page.getByLabel('Title (optional)').inputValue()).toBe('')
  expect(follower.pageErrors).toEqual([])
}, 120_000)

it('neither the share screen nor the shared page has an accessibility fault in either theme or overflows the smallest phone, full or empty', async () => {
  const fight = day.match('assigned')
  const visitor = await new Visitor(rollCall.url).signUp()
  const follower = await Follower.enter(stage, visitor)
  const { page } = follower
  const check = async (shown: Page, screen: string): Promise<void> => {
    await shown.setViewportSize({ width: 390, height: 844 })
    expect(await accessibilityFaults(shown, screen)).toEqual([])
    // Nothing overflows the smallest phone.
    await shown.setViewportSize({ width: 320, height: 844 })
    expect([screen, await fitsWindow(shown)]).toEqual([screen, true])
  }
  await openShare(follower)
  await check(page, 'share screen without a link')
  const url = await generate(follower, 'A title of some length, as people like to give it: Łódź, 東京, São Paulo')
  await toast(page, 'Shareable RollCall Created').waitFor({ state: 'detached' })
  await check(page, 'share screen with a link')

  const stranger = await visit(url)
  await stranger.page.getByText('No upcoming matches for these athletes').waitFor()
  await check(stranger.page, 'shared page with nothing')
  await addDay(visitor, day)
  for (const name of fight.names) await follow(visitor, name)
  await stranger.page.getByRole('article', { name: fight.names[0] }).first().waitFor()
  await untilSettled(stranger.page)
  await check(stranger.page, 'shared matches')
  await stranger.page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  expect(await cutOff(stranger.page)).toEqual([])
  await stranger.page.evaluate(() => (document.documentElement.style.fontSize = ''))
  await stranger.page.getByRole('link', { name: 'Athletes' }).click()
  await stranger.page.getByRole('list', { name: 'Athletes' }).waitFor()
  await check(stranger.page, 'shared athletes')
  // A missing text would be shown as its key.
  expect(await stranger.page.innerText('body')).not.toMatch(
    /\b(?:app|belt|colour|connection|followed|list|match|matches|medal|method|nav|ordinal|shared|source|time)\.[a-z]/,
  )
  await stranger.page.goto(`${rollCall.url}/shared/nothing`)
  await stranger.page.getByText('RollCall Unavailable').waitFor()
  await check(stranger.page, 'dead link')
  expect([...stranger.pageErrors, ...follower.pageErrors]).toEqual([])
}, 240_000)

/** The texts that overflow the right edge of their card, except lines with an ellipsis. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('article')].flatMap((card) => {
      const { right } = card.getBoundingClientRect()
      return [...card.querySelectorAll('p, time, a, span')]
        .filter((part) => part.childElementCount === 0 && !part.closest('.truncate, .sr-only'))
        .filter((part) => part.getBoundingClientRect().right > right + 1)
        .map((part) => part.textContent)
    }),
  )
/** Waits until no card is highlighted, because contrast cannot be measured while the highlight fades. */
const untilSettled = (page: Page) => page.locator('[data-glow]').first().waitFor({ state: 'detached' })
const namesOf = (cards: Element[]): (string | null)[] => cards.map((card) => card.getAttribute('aria-label'))
const fitsWindow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
