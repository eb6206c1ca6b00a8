// A logout that the server does not accept (quality/security.md N-07) takes effect at once on the device, and on the server as
// soon as possible.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Day } from '#support/day.ts'
import { suspendDatabase } from '#support/faults/database-processes.ts'
import type { RollCall } from '#support/rollcall.ts'
import type { Visitor } from '#support/visitor.ts'
import { Follower, phone } from './follower.ts'
import { storedBy } from './stored.ts'
import { createFollower, openContext, openStage, type Stage } from './stage.ts'

/** Lists are cached a second after they load, on a busy machine later. */
const pollOptions = { timeout: 30_000 }

let stage: Stage
let browser: Browser
let rollCall: RollCall
let name: string
let visitor: Visitor
let context: BrowserContext
let page: Page

beforeAll(async () => {
  stage = await openStage({ day: { athletes: [8, 4] }, rollCall: { isEmbedded: true } })
  let day: Day
  ;({ browser, day, rollCall } = stage)
  ;[name] = day.match('assigned').names
  visitor = await createFollower(stage, name)
})
afterAll(() => stage?.close())

/** Logs in, and waits until the browser has cached the list. */
async function enter(options: Parameters<Browser['newContext']>[0] = {}): Promise<void> {
  context = await openContext(browser, { ...phone, ...options })
  const follower = await Follower.open(context, rollCall.url)
  ;({ page } = follower)
  await follower.logIn(visitor, true)
  await follower.card(name).first().waitFor()
  await expect.poll(() => storedBy(page), pollOptions).toContain(name)
}

async function logOut(): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL('**/auth')
}

/** Expects that this browser neither stores nor shows data of the user, even after going back or loading the app again. */
async function expectForgotten(): Promise<void> {
  const expectNothing = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Log In', exact: true }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/auth')
    const html = await page.content()
    for (const secret of [name, visitor.email, visitor.name]) expect(html).not.toContain(secret)
  }
  await expect
    .poll(async () => {
      const stored = await storedBy(page)
      return [name, visitor.email, visitor.name].filter((secret) => stored.includes(secret))
    }, pollOptions)
    .toEqual([])
  await expectNothing()
  await page.goBack()
  await expectNothing()
  await page.goto(rollCall.url)
  await expectNothing()
}

const isSignedIn = async (): Promise<boolean> =>
  (await context.request.get(`${rollCall.url}/api/user`)).status() === 200
const untilToast = (title: string, text: string) =>
  page.getByRole('listitem').filter({ hasText: title }).filter({ hasText: text }).waitFor()

it('[N-07] a logout while the database hangs deletes the user’s data from the browser at once, and ends the session when the database is back', async () => {
  await enter({ serviceWorkers: 'allow' })
  const resumeDatabase = suspendDatabase(rollCall.dataDir)
  try {
    const answer = page.waitForResponse('**/api/logout')
    await logOut()
    expect((await answer).status()).toBe(503)
    await untilToast('Logged out successfully', 'You are logged out on this device.')
    await expectForgotten()
  } finally {
    resumeDatabase()
  }
  await expect.poll(isSignedIn, pollOptions).toBe(false)
})

const errorResponse = (status: number, error: string) => ({ status, json: { success: false, error } })
const loggedOutHere = 'You are logged out on this device.'
it.each([
  [
    '500 and a page',
    { status: 500, body: '<html>', contentType: 'text/html' },
    'Logged out successfully',
    loggedOutHere,
  ],
  ['503', errorResponse(503, 'Busy.'), 'Logged out successfully', loggedOutHere],
  ['403', errorResponse(403, 'Not from there.'), 'Logout failed', `Not from there. ${loggedOutHere}`],
  ['429', errorResponse(429, 'Too many.'), 'Logout failed', `Too many. ${loggedOutHere}`],
  ['a network error', null, 'Logged out successfully', loggedOutHere],
] as const)(
  '[N-07] a logout that is answered with %s deletes the user’s data from the browser, and ends the session as soon as the server accepts it',
  async (_, answer, title, text) => {
    await enter()
    await context.route('**/api/logout', (route) => (answer ? route.fulfill(answer) : route.abort()))
    await logOut()
    await untilToast(title, text)
    await expectForgotten()
    expect(await isSignedIn()).toBe(true)
    await context.unroute('**/api/logout')
    const check = page.waitForResponse('**/api/auth/check')
    await page.reload()
    await expect.poll(isSignedIn, pollOptions).toBe(false)
    expect(await (await check).json()).toMatchObject({ isAuthenticated: false })
    await expectForgotten()
  },
)

it('[N-07] a logout that the server does not accept ends the alerts of this browser', async () => {
  await enter({ serviceWorkers: 'allow' })
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    // Replaces the subscription of the browser vendor's push service.
    const unsubscribe = async (): Promise<boolean> => {
      document.documentElement.dataset['alerts'] = 'ended'
      return true
    }
    PushManager.prototype.getSubscription = async () => ({ unsubscribe }) as PushSubscription
  })
  await context.route('**/api/logout', (route) => route.fulfill({ status: 503, body: '{}' }))
  await logOut()
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['alerts']), pollOptions).toBe('ended')
})
