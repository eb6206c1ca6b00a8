// What the app shows and does during outages and on networks that block sockets.
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { TournamentItem } from '#contract/tournaments.ts'
import type { Visitor } from '#support/visitor.ts'
import { Follower } from './follower.ts'
import { createFollower, openStage, type Stage } from './stage.ts'

const second = 1_000
const minute = 60 * second

let stage: Stage
let name: string
let visitor: Visitor
let context: BrowserContext
let page: Page
/** Whether sockets and calls reach the server. A `silent` socket opens but carries no messages. */
let network: { sockets: boolean | 'silent'; calls: boolean }
/** The number of sockets that the page has opened. */
let attempts: number
/** Closes the latest socket that was connected to the server. */
let cut: () => void
/** The number of requests for the upcoming list. */
let listRequests: number

beforeAll(async () => {
  stage = await openStage()
  ;[name] = stage.day.match('assigned').names
  visitor = await createFollower(stage, name)
})
afterAll(() => stage?.close())
beforeEach(async () => {
  network = { sockets: true, calls: true }
  attempts = listRequests = 0
  const follower = await Follower.enter(stage, visitor)
  page = follower.page
  context = page.context()
  await context.routeWebSocket(/\/ws/, (socket) => {
    attempts++
    if (network.sockets === 'silent') return
    if (!network.sockets) return void socket.close({ code: 1011 })
    socket.connectToServer()
    cut = () => void socket.close({ code: 1011 })
  })
  await context.route('**/api/**', (route) => (network.calls ? route.continue() : route.abort()))
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/matches/upcoming') listRequests++
  })
  await page.clock.install()
})

const lostNotice = () => page.getByText('Connection lost - updates paused')
const pollingNotice = () => page.getByText('Live updates blocked - lists are read every 2 minutes')
const cadence = () => page.getByText('Athletes Update Every 2 Minutes')
const card = () => page.getByRole('article').first()
const top = async (): Promise<number | undefined> => (await card().boundingBox())?.y

/** Advances the page's clock step by step until the condition holds. */
async function until(isMet: () => boolean | Promise<boolean>, step = second): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(step)
      return isMet()
    })
    .toBe(true)
}

async function openTab(tab: 'Matches' | 'Athletes'): Promise<void> {
  await page.getByRole('navigation').getByText(tab).click()
  await card().waitFor()
}

it('a lost connection is shown on each screen that is opened while it lasts, and moves no card', async () => {
  await page.goto(stage.rollCall.url)
  await openTab('Athletes')
  const athleteTop = await top()
  await openTab('Matches')
  const matchTop = await top()
  network = { sockets: false, calls: false }
  cut()
  await until(() => lostNotice().isVisible())
  expect(await top()).toBe(matchTop)
  expect(await cadence().count()).toBe(0)

  await openTab('Athletes')
  expect([await lostNotice().count(), await top()]).toEqual([1, athleteTop])
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByText('Help').click()
  await page.getByRole('heading', { name: 'Getting Started' }).waitFor()
  expect(await lostNotice().count()).toBe(1)
  await openTab('Matches')
  expect([await lostNotice().count(), await top()]).toEqual([1, matchTop])

  network = { sockets: true, calls: true }
  await until(async () => (await lostNotice().count()) === 0, 30 * second)
  await cadence().waitFor()
}, 120_000)

it('lists are polled every two minutes with a notice after three failed sockets, until a socket connects', async () => {
  network.sockets = false
  await page.goto(stage.rollCall.url)
  await card().waitFor()
  const before = listRequests
  await until(() => pollingNotice().isVisible())
  expect(attempts).toBeGreaterThanOrEqual(3)
  expect(listRequests).toBeGreaterThan(before)
  expect(await lostNotice().count()).toBe(0)
  await cadence().waitFor()
  await page.getByText(/^last \d+ s ago$/).waitFor()
  await openTab('Athletes')
  expect(await pollingNotice().count()).toBe(1)

  const polls = listRequests
  const tried = attempts
  await page.clock.runFor(2 * minute)
  await expect.poll(() => listRequests).toBeGreaterThan(polls)
  await expect.poll(() => attempts).toBeGreaterThan(tried)

  // The calls fail as well.
  network.calls = false
  await until(() => lostNotice().isVisible(), 30 * second)
  expect([await pollingNotice().count(), await cadence().count()]).toEqual([0, 0])

  network = { sockets: true, calls: true }
  await until(async () => (await lostNotice().count()) === 0 && (await pollingNotice().count()) === 0, 30 * second)
  const afterReconnect = listRequests
  await page.clock.runFor(6 * minute)
  expect(listRequests).toBe(afterReconnect)
}, 120_000)

it('lists are polled every two minutes with a notice while sockets open but carry no messages', async () => {
  network.sockets = 'silent'
  await page.goto(stage.rollCall.url)
  await card().waitFor()
  const before = listRequests
  await until(() => pollingNotice().isVisible(), 2 * second)
  expect(attempts).toBeGreaterThanOrEqual(3)
  expect(listRequests).toBeGreaterThan(before)

  // Another silent socket changes nothing.
  const tried = attempts
  await until(() => attempts > tried + 1, 5 * second)
  expect([await pollingNotice().count(), await lostNotice().count()]).toEqual([1, 0])

  network.sockets = true
  await until(async () => (await pollingNotice().count()) === 0, 30 * second)
  expect(await lostNotice().count()).toBe(0)
}, 120_000)

it('athletes can be searched without a socket as soon as the polled lists show that they are imported', async () => {
  let isPublished = false
  const asImporting = (item: TournamentItem): TournamentItem =>
    isPublished ? item : { ...item, import: { ...item.import, state: 'running', usable: false } }
  await context.route(/\/api\/tournaments(\/\d+)?(\?|$)/, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { tournament?: TournamentItem; tournaments?: TournamentItem[] }
    const { tournament, tournaments } = body
    const json = {
      ...body,
      ...(tournament && { tournament: asImporting(tournament) }),
      ...(tournaments && { tournaments: tournaments.map(asImporting) }),
    }
    await route.fulfill({ response, json })
  })
  const [tournament] = (await visitor.call('tournaments')).tournaments
  network.sockets = false
  await page.goto(`${stage.rollCall.url}/athletes/${tournament?.id}`)
  await page.getByText('Importing').first().waitFor()
  await until(() => pollingNotice().isVisible())
  isPublished = true
  await until(() => page.getByText('Ready to search · 1 followed').isVisible(), 30 * second)
  expect(await page.getByText('Importing').count()).toBe(0)
}, 120_000)

it("'Live' is not shown beside 'You're offline'", async () => {
  await page.goto(stage.rollCall.url)
  await openTab('Matches')
  const live = page.getByRole('navigation').getByText('Live', { exact: true })
  await live.first().waitFor({ state: 'attached' })
  await context.setOffline(true)
  await page.getByText("You're offline").first().waitFor()
  expect(await live.count()).toBe(0)
  await context.setOffline(false)
  await live.first().waitFor({ state: 'attached' })
})
