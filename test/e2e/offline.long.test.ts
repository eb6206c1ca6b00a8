// What the browser caches for use without a network (decisions D9 and D30, quality/security.md S-09).
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Day } from '#support/day.ts'
import type { RollCall } from '#support/rollcall.ts'
import { Visitor } from '#support/visitor.ts'
import { Follower, phone } from './follower.ts'
import { storedBy, untilCached } from './stored.ts'
import { createFollower, openContext, openStage, type Stage } from './stage.ts'

const hour = 60 * 60_000
const pollOptions = { timeout: 30_000 }

let stage: Stage
let browser: Browser
let day: Day
let rollCall: RollCall
let fight: ReturnType<Day['match']>
let visitor: Visitor
let follower: Follower
let page: Page
let context: BrowserContext
/** Whether calls and sockets reach the server; the page itself always loads, as if from a cache. */
let isUp = true

beforeAll(async () => {
  stage = await openStage()
  ;({ browser, day, rollCall } = stage)
  fight = day.match('assigned')
  visitor = await createFollower(stage, fight.names[0])
})
afterAll(() => stage?.close())
beforeEach(async () => {
  isUp = true
  context = await openContext(browser, phone)
  await context.route('**/api/**', (route) => (isUp ? route.continue() : route.abort()))
  await context.routeWebSocket(/\/ws/, (socket) => {
    if (isUp) socket.connectToServer()
    else void socket.close({ code: 1011 })
  })
  follower = await Follower.open(context, rollCall.url)
  page = follower.page
  await follower.logIn(visitor)
  await card().waitFor()
  await untilCached(page)
})

const card = (on = page) => on.getByRole('article', { name: fight.names[0] }).first()

async function logOut(): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL('**/auth')
}

const untilRemoved = (text: string): Promise<void> => expect.poll(() => storedBy(page), pollOptions).not.toContain(text)

it('the app shows the last matches with their age while the server is unreachable, and fresh ones when it returns', async () => {
  await untilCached(page, ['user', 'upcomingMatches', 'followedAthletes', 'tournaments'])
  isUp = false
  // Three hours later, in the same tab.
  await page.clock.install({ time: Date.now() + 3 * hour })
  await page.reload()
  await card().waitFor()
  await page.getByText(/Last Updated 3 ?h/).waitFor()
  await card()
    .getByText(/seen 3 ?h/)
    .waitFor()
  await page.getByText('Connection lost - updates paused').waitFor({ timeout: 30_000 })
  await page.getByRole('navigation').getByText('Athletes').click()
  await card().waitFor()
  await page.getByText(/Last Updated 3 ?h/).waitFor()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByText('Tournaments').click()
  await page.getByRole('list', { name: 'Tournaments' }).getByText(day.name).waitFor()
  await page.getByText(/Last Updated 3 ?h/).waitFor()
  await page.getByRole('navigation').getByText('Matches').click()
  await card().waitFor()

  const otherMat = fight.mat === 1 ? 2 : 1
  day.control.match({ ...day.matchIds(fight), action: 'move', mat: otherMat })
  isUp = true
  await card()
    .filter({ hasText: new RegExp(`mat\\s*${otherMat}`, 'i') })
    .waitFor({ timeout: 60_000 })
  await page.getByText(/Last Updated \d+ ?s/).waitFor()
  expect(follower.pageErrors.filter((text) => !text.includes('WebSocket'))).toEqual([])
}, 120_000)

it('the app shows no data older than seven days', async () => {
  isUp = false
  await page.clock.install({ time: Date.now() + 8 * 24 * hour })
  await page.reload()
  await page.getByRole('heading', { name: 'Connection Error' }).waitFor()
  expect(await card().count()).toBe(0)
  await untilRemoved(fight.names[0])
})

it('[S-09] the app keeps no data of a user who logged out, neither for the back button nor for the next user', async () => {
  await page.evaluate(() => localStorage.setItem('drafts', '{"1/7":{"notes":"Starts slowly."}}'))
  await logOut()
  await untilRemoved(fight.names[0])
  expect(await storedBy(page)).not.toContain(visitor.email)
  expect(await storedBy(page)).not.toContain('Starts slowly.')
  await page.goBack()
  await page.waitForURL('**/auth')
  expect(await page.getByText(fight.names[0]).count()).toBe(0)

  const otherLogin = await new Visitor(rollCall.url).signUp()
  await follower.logIn(otherLogin)
  await page.getByText('No Tournaments Added').waitFor()
  expect(await card().count()).toBe(0)
  await untilCached(page)
  expect(await storedBy(page)).toContain(otherLogin.email)
  isUp = false
  await page.reload()
  await page.getByText('No Tournaments Added').waitFor()
  expect(await page.getByText(fight.names[0]).count()).toBe(0)
  expect(await storedBy(page)).not.toContain(fight.names[0])
})

it('a draft of one tab is kept when another tab opens without a cached session', async () => {
  await page.evaluate(() => {
    localStorage.setItem('drafts', '{"1/7":{"notes":"Starts slowly."}}')
    indexedDB.deleteDatabase('rollcall')
  })
  await untilRemoved(fight.names[0])
  const second = await context.newPage()
  await second.goto(rollCall.url)
  await card(second).waitFor()
  // The second tab writes its cache after it has removed the data of other users.
  await untilCached(page)
  expect(await storedBy(second)).toContain('Starts slowly.')
})

it('[S-09] a logout without the server takes effect at once in every tab, and ends the session on the server later', async () => {
  const second = await context.newPage()
  await second.goto(rollCall.url)
  await card(second).waitFor()
  const isSignedIn = async (): Promise<boolean> =>
    (await context.request.get(`${rollCall.url}/api/user`)).status() === 200
  isUp = false
  await logOut()
  await page.getByRole('listitem').getByText('You are logged out on this device.').waitFor()
  await second.waitForURL('**/auth')
  await untilRemoved(fight.names[0])
  await page.goto(rollCall.url)
  await page.waitForURL('**/auth')
  expect(await page.getByText(fight.names[0]).count()).toBe(0)
  expect(await isSignedIn()).toBe(true)
  isUp = true
  await expect.poll(() => isSignedIn(), { timeout: 30_000 }).toBe(false)
})

it('[S-09] the app removes the displayed data as soon as the server reports that the session has ended', async () => {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await context.route('**/api/user', async (route) => {
    await released
    await route.continue()
  })
  await context.clearCookies()
  isUp = false
  await page.reload()
  // Neither the user nor the lists have been loaded yet.
  await card().waitFor()
  isUp = true
  release()
  await page.waitForURL('**/auth')
  expect(await page.getByText(fight.names[0]).count()).toBe(0)
  await untilRemoved(fight.names[0])
})
