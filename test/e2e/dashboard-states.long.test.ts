// The dashboard on slow connections, after long absences and without a source (core.md sections 4, 7 and 9).
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FollowedResponse } from '#contract/athletes.ts'
import type { MatchesResponse } from '#contract/matches.ts'
import type { Day } from '#support/day.ts'
import type { RollCall } from '#support/rollcall.ts'
import { Follower } from './follower.ts'
import { storedBy } from './stored.ts'
import { createFollower, openContext, openStage, pauseClock, type Stage } from './stage.ts'

const second = 1_000
const minute = 60 * second
/** More than the first batch of cards that a fast connection renders. */
const followedCount = 14

let stage: Stage
let browser: Browser
let day: Day
let rollCall: RollCall
/** The stored session of a user who follows `followedCount` athletes. */
let session: Awaited<ReturnType<BrowserContext['storageState']>>
let context: BrowserContext
let page: Page

beforeAll(async () => {
  stage = await openStage({ day: { athletes: [8, 8, 8, 8] } })
  ;({ browser, day, rollCall } = stage)
  const waiting = day
    .matches()
    .filter(({ status, sides }) => status !== 'finished' && sides.every(({ name }) => name !== null))
    .flatMap(({ sides }) => sides.map(({ name }) => (name ?? '').replace(/\s+/g, ' ').trim()))
  const follower = await Follower.enter(stage, await createFollower(stage, ...waiting.slice(0, followedCount)))
  await follower
    .card(waiting[0] ?? '')
    .first()
    .waitFor()
  session = await follower.page.context().storageState()
  await follower.page.context().close()
})
afterAll(() => stage?.close())
beforeEach(async () => {
  context = await openContext(browser, {
    storageState: session,
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
  })
  page = await context.newPage()
})

const upcoming = '**/api/matches/upcoming'
const cards = () => page.getByRole('list', { name: 'Upcoming matches' }).getByRole('article')

/** Counts this page's requests for the list of upcoming matches. */
function countUpcoming(): { readonly count: number } {
  const requests = { count: 0 }
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/matches/upcoming') requests.count++
  })
  return requests
}

const connections = {
  good: { latency: 5, downloadThroughput: 4 * 1024 * 1024, uploadThroughput: 1024 * 1024, connectionType: 'wifi' },
  /** A phone with weak reception. */
  slow: { latency: 400, downloadThroughput: 100 * 1024, uploadThroughput: 50 * 1024, connectionType: 'cellular2g' },
} as const

/** Throttles the connection. Chromium then reports the throttled values to pages in `navigator.connection`. */
async function connect(kind: keyof typeof connections): Promise<void> {
  const chromium = await context.newCDPSession(page)
  await chromium.send('Network.enable')
  await chromium.send('Network.emulateNetworkConditions', { offline: false, ...connections[kind] })
}

/** Records the growing number of matches in the list. The returned function reads the recorded numbers. */
async function recordGrowth(): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const counts: number[] = []
    new MutationObserver(() => {
      const { length } = document.querySelectorAll('ul[aria-label="Upcoming matches"] > :not(:has(h2))')
      if (length > 0 && length !== counts.at(-1)) counts.push(length)
    }).observe(document, { childList: true, subtree: true })
    Object.assign(window, { counts })
  })
  return () => page.evaluate(() => (window as unknown as { counts: number[] }).counts)
}

/** Records how long the next toast is open, in ms of the page's clock. The returned function reads the recorded time. */
async function recordToast(): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    let openedAt = 0
    new MutationObserver((_, observer) => {
      const isOpen = document.querySelector('[data-swipe-direction][data-state=open]') !== null
      if (isOpen && openedAt === 0) openedAt = Date.now()
      if (isOpen || openedAt === 0) return
      observer.disconnect()
      Object.assign(window, { openFor: Date.now() - openedAt })
    }).observe(document, { attributes: true, childList: true, subtree: true })
  })
  return () => page.evaluate(() => (window as unknown as { openFor: number }).openFor)
}

describe('A long list', () => {
  it('renders ten cards at a time on a good connection', async () => {
    await connect('good')
    const readGrowth = await recordGrowth()
    await page.goto(rollCall.url)
    await expect.poll(() => cards().count()).toBe(followedCount)
    expect(await readGrowth()).toEqual([10, followedCount])
  })

  it('renders ten cards at a time on a connection that the browser only estimates', async () => {
    // What a fresh Chromium reports on a wired connection. A measured downlink below 1.5 Mbit/s would count as slow.
    const guess = { effectiveType: '4g', downlink: 1.45, rtt: 50, saveData: false }
    await page.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value }), guess)
    const readGrowth = await recordGrowth()
    await page.goto(rollCall.url)
    await expect.poll(() => cards().count()).toBe(followedCount)
    expect(await readGrowth()).toEqual([10, followedCount])
  })

  it('animates its first six cards one after the other, for 800 ms each', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await connect('good')
    await page.goto(rollCall.url)
    await expect.poll(() => cards().count()).toBe(followedCount)
    const motions = await page.getByRole('list', { name: 'Upcoming matches' }).evaluate((list) =>
      [...list.querySelectorAll(':scope > :not(:has(h2))')].map((child) => {
        const { animationName, animationDuration, animationDelay } = getComputedStyle(child)
        return animationName === 'none' ? null : [animationName, animationDuration, animationDelay].join(' ')
      }),
    )
    const delays = ['0s', '0.06s', '0.12s', '0.18s', '0.24s', '0.3s']
    expect(motions).toEqual([
      ...delays.map((delay) => `rise 0.8s ${delay}`),
      ...Array.from({ length: followedCount - delays.length }, () => null),
    ])
  })

  it('renders three cards first, then two at a time, on a slow connection', async () => {
    await connect('slow')
    const readGrowth = await recordGrowth()
    await page.goto(rollCall.url)
    await expect.poll(() => cards().count(), { timeout: 40 * second }).toBe(followedCount)
    expect(await readGrowth()).toEqual([3, 5, 7, 9, 11, 13, followedCount])
  })
})

describe('A list that fails to load', () => {
  it('shows a connection issue on a good connection, and loads on a retry', async () => {
    await connect('good')
    await page.route(upcoming, (route) => route.abort())
    await page.goto(rollCall.url)
    await page.getByRole('heading', { name: 'Connection Issue' }).waitFor()
    await page.getByText('Unable to load match data. Check your connection and try refreshing.').waitFor()
    await page.unroute(upcoming)
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect.poll(() => cards().count()).toBeGreaterThan(0)
  })

  it('shows a connection error on a slow connection, and reloads the page on a retry', async () => {
    await connect('slow')
    await page.route(upcoming, (route) => route.abort())
    await page.goto(rollCall.url)
    await page.getByRole('heading', { name: 'Connection Error' }).waitFor()
    await page.unroute(upcoming)
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Try Again' }).click()])
    await expect.poll(() => cards().count(), { timeout: 20 * second }).toBeGreaterThan(0)
  })

  it.each(['matches', 'athletes', 'tournaments'])('says on the tab of %s that the browser is offline', async (tab) => {
    for (const list of [upcoming, '**/api/athletes/followed', '**/api/tournaments?*'])
      await page.route(list, (route) => route.abort())
    await page.goto(`${rollCall.url}/?tab=${tab}`)
    await page.getByRole('button', { name: 'Try Again' }).waitFor()
    await context.setOffline(true)
    await page.getByRole('heading', { name: "You're offline" }).waitFor()
    expect(await page.getByText('Check your connection and try again').count()).toBeGreaterThan(0)
    expect(await page.getByRole('button', { name: 'Try Again' }).count()).toBe(1)
  })
})

it('the navigation changes its colours at once with the theme if motion is reduced', async () => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(rollCall.url)
  await cards().first().waitFor()
  const colours = await page
    .getByRole('navigation')
    .getByRole('link')
    .or(page.getByRole('navigation').getByRole('button'))
    .last()
    .evaluate((element) =>
      ['dark', 'light'].map((theme) => {
        document.documentElement.dataset['theme'] = theme
        return getComputedStyle(element).color
      }),
    )
  expect(new Set(colours).size).toBe(2)
})

it('the add dialog says that the available tournaments failed to load, and loads them on a retry', async () => {
  const available = '**/api/tournaments/bjj-comp-system'
  await page.route(available, (route) => route.abort())
  await page.goto(`${rollCall.url}/?tab=tournaments`)
  await page.getByRole('button', { name: 'Add Tournament' }).click()
  const dialog = page.getByRole('dialog', { name: 'Available Tournaments' })
  await dialog.getByText('Failed to load tournaments').waitFor()
  expect(await dialog.getByRole('button', { name: 'Add 0 Tournaments' }).isDisabled()).toBe(true)
  await page.unroute(available)
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await dialog.getByRole('checkbox', { name: day.name }).waitFor()
  await page.route(available, (route) => route.abort())
  await dialog.getByRole('button', { name: 'Refresh' }).click()
  await dialog.getByText('Failed to load tournaments').waitFor()
  expect(await dialog.getByRole('checkbox', { name: day.name }).isVisible()).toBe(true)
})

it('a tournament that cannot be added or removed shows the error where it was tapped', async () => {
  const refuse = (pattern: string) =>
    page.route(pattern, (route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500, body: '<html>' }),
    )
  await refuse('**/api/tournaments/**')
  await page.goto(`${rollCall.url}/?tab=tournaments`)
  const card = page.getByRole('article', { name: day.name })
  await card.getByRole('button', { name: `Remove ${day.name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await card.getByRole('alert').waitFor()
  expect(await card.getByRole('alert').innerText()).toBe('The tournament could not be removed.')

  await page.route('**/api/tournaments/bjj-comp-system', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { tournaments: object[] }
    const tournaments = [{ name: 'Another Open', value: '999999' }, ...body.tournaments]
    await route.fulfill({ response, json: { ...body, tournaments } })
  })
  await page.getByRole('button', { name: 'Add Tournament' }).click()
  const dialog = page.getByRole('dialog', { name: 'Available Tournaments' })
  await dialog.getByRole('checkbox', { name: 'Another Open' }).click()
  await dialog.getByRole('button', { name: 'Add 1 Tournament' }).click()
  await dialog.getByRole('alert').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
})

/** Sets what the server answers at an address. The returned function waits for the answer to the page that is opened next. */
type SetAnswer = (address: string) => Promise<() => Promise<unknown>>

it.each<[string, SetAnswer]>([
  [
    'are not loaded',
    async (list) => {
      await page.route(list, () => undefined)
      return () => Promise.resolve()
    },
  ],
  [
    'are those of an earlier visit',
    async (list) => {
      await page.route(list, async (route) => {
        const response = await route.fetch()
        const body = (await response.json()) as FollowedResponse
        const [first] = body.athletes
        await route.fulfill({
          response,
          json: { ...body, athletes: [{ ...first, name: 'Rui Farol', tournamentId: 0 }] },
        })
      })
      await page.goto(`${rollCall.url}/?tab=athletes`)
      await expect.poll(() => storedBy(page), { timeout: 15_000 }).toContain('Rui Farol')
      await page.unrouteAll({ behavior: 'wait' })
      await page.route(list, (route) => route.fulfill({ status: 404 }))
      const answered = page.waitForResponse(list)
      return async () => (await answered).finished()
    },
  ],
])('a tournament is removed only after a confirmation while the followed athletes %s', async (_, setAnswer) => {
  const changes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') changes.push(request.url())
  })
  const untilAnswered = await setAnswer('**/api/athletes/followed')
  await page.goto(`${rollCall.url}/?tab=tournaments`)
  await untilAnswered()
  await page.getByRole('button', { name: `Remove ${day.name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Remove ${day.name}?` })
  await dialog.getByText('The athletes whom you follow there will be unfollowed.').waitFor()
  await dialog.getByRole('button', { name: 'Keep' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(changes).toEqual([])
  await page.unrouteAll()
})

it('the matches and the athletes stay on their tabs, which say that the browser is offline, when the network fails', async () => {
  await page.goto(rollCall.url)
  await cards().first().waitFor()
  for (const tab of ['Athletes', 'Matches']) {
    await page.getByRole('navigation').getByText(tab).click()
    await page.getByText(/Last Updated/).waitFor()
    await page.getByRole('article').first().waitFor()
  }
  await context.setOffline(true)
  for (const tab of ['Athletes', 'Matches']) {
    await page.getByRole('navigation').getByText(tab).click()
    await page.getByText("You're offline").waitFor()
    expect(await page.getByRole('article').count()).toBeGreaterThan(0)
  }
  await context.setOffline(false)
  await page.getByText("You're offline").waitFor({ state: 'detached' })
})

it('the matches are read again on a return to the tab after two minutes, and a session that ended meanwhile leads to the login', async () => {
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  const leaveFor = async (ms: number): Promise<void> => {
    await show('hidden')
    await page.clock.fastForward(ms)
    await show('visible')
  }
  const requests = countUpcoming()
  await page.clock.install()
  await page.goto(rollCall.url)
  await cards().first().waitFor()
  const before = requests.count
  await leaveFor(119 * second)
  await leaveFor(121 * second)
  await expect.poll(() => requests.count).toBe(before + 1)
  await context.clearCookies()
  await leaveFor(121 * second)
  await page.waitForURL('**/auth')
  await page.getByRole('button', { name: 'Log In' }).waitFor()
  await page.getByRole('status').getByText('Your session has ended. Please log in again.').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Log In' }).waitFor()
  expect(await page.getByText('Your session has ended.').count()).toBe(0)
})

it('the dashboard checks for stale matches every minute, and reads the matches again a second after one became stale', async () => {
  const now = Date.now()
  await page.route(upcoming, async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as MatchesResponse
    const [first] = json.matches
    // In half a minute the fight's start is two hours ago. The source no longer lists the fight.
    const start = new Date(now + 30 * second - 120 * minute).toISOString()
    if (first)
      Object.assign(first, {
        rawStatus: null,
        status: 'upcoming',
        board: 'left',
        ahead: null,
        scheduledDateTime: start,
      })
    await route.fulfill({ response, json: { ...json, serverTime: new Date(now).toISOString() } })
  })
  // The socket only answers pings: a silent one would be closed and replaced by polling.
  await page.routeWebSocket(/\/ws/, (socket) =>
    socket.onMessage((text) => {
      const { type, timestamp } = JSON.parse(String(text)) as { type: string; timestamp?: number }
      if (type === 'ping' && timestamp !== undefined)
        socket.send(JSON.stringify({ type: 'pong', timestamp, serverTime: new Date(timestamp).toISOString() }))
    }),
  )
  const requests = countUpcoming()
  await connect('good')
  await page.clock.install({ time: now })
  await page.goto(rollCall.url)
  await expect.poll(() => cards().count()).toBe(followedCount)
  await pauseClock(page)
  const before = requests.count
  await page.clock.runFor(now + 59 * second - (await page.evaluate(() => Date.now())))
  expect([await cards().count(), requests.count]).toEqual([followedCount, before])
  await expect
    .poll(async () => {
      await page.clock.runFor(500)
      return cards().count()
    })
    .toBe(followedCount - 1)
  await page.clock.runFor(490)
  expect(requests.count).toBe(before)
  await page.clock.runFor(600)
  await expect.poll(() => requests.count).toBe(before + 1)
  await page.unrouteAll({ behavior: 'wait' })
})

it('a signed-out browser requests no user data', async () => {
  const stranger = await openContext(browser)
  const strangerPage = await stranger.newPage()
  const requests: string[] = []
  strangerPage.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await strangerPage.goto(rollCall.url)
  await strangerPage.getByRole('button', { name: 'Log In' }).waitFor()
  expect(requests.filter((path) => path.startsWith('/api/') || path === '/ws')).toEqual(['/api/auth/check'])
})

it('a failure is shown for three seconds in a toast, which F8 focuses and a swipe of over fifty pixels dismisses', async () => {
  await page.clock.install()
  await page.goto(rollCall.url)
  await cards().first().waitFor()
  const readDuration = await recordToast()
  await page.route('**/api/logout', (route) =>
    route.fulfill({ status: 429, json: { success: false, error: 'Too many.' } }),
  )
  const toast = (title: string) => page.getByRole('listitem').filter({ hasText: title })
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await toast('Logout failed').filter({ hasText: 'Too many.' }).waitFor()
  await page.clock.runFor(3 * second)
  await toast('Logout failed').waitFor({ state: 'hidden' })
  expect(await readDuration()).toBeGreaterThan(2_900)

  const failed = toast('Login failed')
  const swipe = async (distance: number): Promise<void> => {
    const box = await failed.boundingBox()
    if (!box) throw new Error('there is no toast to swipe')
    await page.mouse.move(box.x + 20, box.y + 12)
    await page.mouse.down()
    await page.mouse.move(box.x + 20 + distance / 2, box.y + 12)
    await page.mouse.move(box.x + 20 + distance, box.y + 12)
    await page.mouse.up()
  }
  await page.route('**/api/login', (route) => route.fulfill({ status: 400, json: { success: false, error: 'No.' } }))
  await page.getByLabel('Email').fill('nobody@example.org')
  await page.getByLabel('Password', { exact: true }).fill('a long enough secret')
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await failed.waitFor()
  await page.keyboard.press('F8')
  expect(
    await page.evaluate(() => document.activeElement?.contains(document.querySelector('[data-swipe-direction]'))),
  ).toBe(true)
  await swipe(40)
  expect(await failed.isVisible()).toBe(true)
  await swipe(60)
  await failed.waitFor({ state: 'hidden' })
})
