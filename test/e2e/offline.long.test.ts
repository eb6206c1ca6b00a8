// What this browser keeps for when there is no network: decisions D9 and D30, quality/security.md S-09.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Day } from '#support/day.ts'
import type { RollCall } from '#support/rollcall.ts'
import { Visitor } from '#support/visitor.ts'
import { Follower, phone } from './follower.ts'
import { storedBy } from './stored.ts'
import { openStage, settle, type Stage } from './stage.ts'

const hour = 60 * 60_000
/** Lists are kept a second after they came, on a busy machine later. */
const patience = { timeout: 30_000 }

let stage: Stage
let browser: Browser
let day: Day
let rollCall: RollCall
let fight: ReturnType<Day['match']>
let visitor: Visitor
let follower: Follower
let page: Page
let context: BrowserContext
/** Whether the server can be reached; the page itself is always there, as from a cache. */
let isUp = true

beforeAll(async () => {
  stage = await openStage()
  ;({ browser, day, rollCall } = stage)
  fight = day.match('assigned')
  visitor = await settle(stage, fight.names[0])
})
afterAll(() => stage?.close())
beforeEach(async () => {
  isUp = true
  context = await browser.newContext(phone)
  await context.route('**/api/**', (route) => (isUp ? route.continue() : route.abort()))
  await context.routeWebSocket(/\/ws/, (socket) => {
    if (isUp) socket.connectToServer()
    else void socket.close({ code: 1011 })
  })
  follower = await Follower.open(context, rollCall.url)
  page = follower.page
  await follower.logIn(visitor)
  await card().waitFor()
  await untilKept(fight.names[0])
})
afterEach(() => context.close())

const card = (on = page) => on.getByRole('article', { name: fight.names[0] }).first()

async function logOut(): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL('**/auth')
}

const untilKept = (text: string): Promise<void> => expect.poll(() => storedBy(page), patience).toContain(text)
const untilForgotten = (text: string): Promise<void> => expect.poll(() => storedBy(page), patience).not.toContain(text)

it('shows the last matches with their age where the server cannot be reached, and fresh ones as soon as it can', async () => {
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
  expect(follower.complaints.filter((text) => !text.includes('WebSocket'))).toEqual([])
}, 120_000)

it('shows nothing that is older than seven days', async () => {
  isUp = false
  await page.clock.install({ time: Date.now() + 8 * 24 * hour })
  await page.reload()
  await page.getByRole('heading', { name: 'Connection Error' }).waitFor()
  expect(await card().count()).toBe(0)
  await untilForgotten(fight.names[0])
})

it('[S-09] keeps nothing of who has logged out, not for the back button and not for who logs in next', async () => {
  await page.evaluate(() => localStorage.setItem('drafts', '{"1/7":{"notes":"Starts slowly."}}'))
  await logOut()
  await untilForgotten(fight.names[0])
  expect(await storedBy(page)).not.toContain(visitor.email)
  expect(await storedBy(page)).not.toContain('Starts slowly.')
  await page.goBack()
  await page.waitForURL('**/auth')
  expect(await page.getByText(fight.names[0]).count()).toBe(0)

  const otherLogin = await new Visitor(rollCall.url).signUp()
  await follower.logIn(otherLogin)
  await page.getByText('No Tournaments Added').waitFor()
  expect(await card().count()).toBe(0)
  await untilKept(otherLogin.email)
  isUp = false
  await page.reload()
  await page.getByText('No Tournaments Added').waitFor()
  expect(await page.getByText(fight.names[0]).count()).toBe(0)
  expect(await storedBy(page)).not.toContain(fight.names[0])
})

it('keeps what one tab has not saved when the session is opened in another, which cannot know that it still lasts', async () => {
  await page.evaluate(() => {
    localStorage.setItem('drafts', '{"1/7":{"notes":"Starts slowly."}}')
    indexedDB.deleteDatabase('rollcall')
  })
  await untilForgotten(fight.names[0])
  const second = await context.newPage()
  await second.goto(rollCall.url)
  await card(second).waitFor()
  // Its own copy is written after it has decided what to forget.
  await untilKept(fight.names[0])
  expect(await storedBy(second)).toContain('Starts slowly.')
})

it('[S-09] logs out at once where the server cannot be reached, in every tab, and ends the session there later', async () => {
  const second = await context.newPage()
  await second.goto(rollCall.url)
  await card(second).waitFor()
  const isSignedIn = async (): Promise<boolean> =>
    (await context.request.get(`${rollCall.url}/api/user`)).status() === 200
  isUp = false
  await logOut()
  await page.getByRole('listitem').getByText('You are logged out on this device.').waitFor()
  await second.waitForURL('**/auth')
  await untilForgotten(fight.names[0])
  await page.goto(rollCall.url)
  await page.waitForURL('**/auth')
  expect(await page.getByText(fight.names[0]).count()).toBe(0)
  expect(await isSignedIn()).toBe(true)
  isUp = true
  await expect.poll(() => isSignedIn(), { timeout: 30_000 }).toBe(false)
})

it('[S-09] forgets what it shows when the server says that the session is over', async () => {
  let answer = (): void => undefined
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await context.route('**/api/user', async (route) => {
    await asked
    await route.continue()
  })
  await context.clearCookies()
  isUp = false
  await page.reload()
  // Who is signed in has not been answered, and the lists have not come.
  await card().waitFor()
  isUp = true
  answer()
  await page.waitForURL('**/auth')
  expect(await page.getByText(fight.names[0]).count()).toBe(0)
  await untilForgotten(fight.names[0])
})
