// What is said of the connection, and what is done about it: outages, and networks that let no socket through.
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { TournamentItem } from '#contract/tournaments.ts'
import type { Visitor } from '#support/visitor.ts'
import { Follower } from './follower.ts'
import { openStage, settle, type Stage } from './stage.ts'

const second = 1_000
const minute = 60 * second

let stage: Stage
let name: string
let visitor: Visitor
let context: BrowserContext
let page: Page
/** Whether sockets and calls reach the server; `swallowed` sockets open, and nothing comes or goes. */
let reaches: { sockets: boolean | 'swallowed'; calls: boolean }
let attempts: number
let cut: () => void
/** Readings of the upcoming list that were asked for. */
let asked: number

beforeAll(async () => {
  stage = await openStage()
  ;[name] = stage.day.match('assigned').names
  visitor = await settle(stage, name)
})
afterAll(() => stage?.close())
beforeEach(async () => {
  reaches = { sockets: true, calls: true }
  attempts = asked = 0
  const follower = await Follower.enter(stage, visitor)
  page = follower.page
  context = page.context()
  await context.routeWebSocket(/\/ws/, (socket) => {
    attempts++
    if (reaches.sockets === 'swallowed') return
    if (!reaches.sockets) return void socket.close({ code: 1011 })
    socket.connectToServer()
    cut = () => void socket.close({ code: 1011 })
  })
  await context.route('**/api/**', (route) => (reaches.calls ? route.continue() : route.abort()))
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/matches/upcoming') asked++
  })
  await page.clock.install()
})
afterEach(() => context.close())

const lost = () => page.getByText('Connection lost - updates paused')
const polled = () => page.getByText('Live updates blocked - lists are read every 2 minutes')
const cadence = () => page.getByText('Athletes Update Every 2 Minutes')
const card = () => page.getByRole('article').first()
const top = async (): Promise<number | undefined> => (await card().boundingBox())?.y

/** Lets the page's time pass, some at a time, until it is so. */
async function until(isSo: () => boolean | Promise<boolean>, step = second): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(step)
      return isSo()
    })
    .toBe(true)
}

async function openTab(tab: 'Matches' | 'Athletes'): Promise<void> {
  await page.getByRole('navigation').getByText(tab).click()
  await card().waitFor()
}

it('a lost connection is told on every tab and screen as long as it lasts, and moves no card', async () => {
  await page.goto(stage.rollCall.url)
  await openTab('Athletes')
  const athleteTop = await top()
  await openTab('Matches')
  const matchTop = await top()
  reaches = { sockets: false, calls: false }
  cut()
  await until(() => lost().isVisible())
  expect(await top()).toBe(matchTop)
  expect(await cadence().count()).toBe(0)

  await openTab('Athletes')
  expect([await lost().count(), await top()]).toEqual([1, athleteTop])
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByText('Help').click()
  await page.getByRole('heading', { name: 'Getting Started' }).waitFor()
  expect(await lost().count()).toBe(1)
  await openTab('Matches')
  expect([await lost().count(), await top()]).toEqual([1, matchTop])

  reaches = { sockets: true, calls: true }
  await until(async () => (await lost().count()) === 0, 30 * second)
  await cadence().waitFor()
}, 120_000)

it('lists are read every two minutes once the socket could not be had three times, which is said, and no more when it can', async () => {
  reaches.sockets = false
  await page.goto(stage.rollCall.url)
  await card().waitFor()
  const before = asked
  await until(() => polled().isVisible())
  expect(attempts).toBeGreaterThanOrEqual(3)
  expect(asked).toBeGreaterThan(before)
  expect(await lost().count()).toBe(0)
  await cadence().waitFor()
  await page.getByText(/^last \d+ s ago$/).waitFor()
  await openTab('Athletes')
  expect(await polled().count()).toBe(1)

  const polls = asked
  const tried = attempts
  await page.clock.runFor(2 * minute)
  await expect.poll(() => asked).toBeGreaterThan(polls)
  await expect.poll(() => attempts).toBeGreaterThan(tried)

  // Nothing comes at all.
  reaches.calls = false
  await until(() => lost().isVisible(), 30 * second)
  expect([await polled().count(), await cadence().count()]).toEqual([0, 0])

  reaches = { sockets: true, calls: true }
  await until(async () => (await lost().count()) === 0 && (await polled().count()) === 0, 30 * second)
  const back = asked
  await page.clock.runFor(6 * minute)
  expect(asked).toBe(back)
}, 120_000)

it('lists are read every two minutes where sockets open and nothing comes through them, which is said', async () => {
  reaches.sockets = 'swallowed'
  await page.goto(stage.rollCall.url)
  await card().waitFor()
  const before = asked
  await until(() => polled().isVisible(), 2 * second)
  expect(attempts).toBeGreaterThanOrEqual(3)
  expect(asked).toBeGreaterThan(before)

  // Another one that opens is no news.
  const tried = attempts
  await until(() => attempts > tried + 1, 5 * second)
  expect([await polled().count(), await lost().count()]).toEqual([1, 0])

  reaches.sockets = true
  await until(async () => (await polled().count()) === 0, 30 * second)
  expect(await lost().count()).toBe(0)
}, 120_000)

it('athletes can be searched as soon as the lists that are read without a socket say that they are there', async () => {
  let isPublished = false
  const before = (item: TournamentItem): TournamentItem =>
    isPublished ? item : { ...item, import: { ...item.import, state: 'running', usable: false } }
  await context.route(/\/api\/tournaments(\/\d+)?(\?|$)/, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { tournament?: TournamentItem; tournaments?: TournamentItem[] }
    const { tournament, tournaments } = body
    const json = {
      ...body,
      ...(tournament && { tournament: before(tournament) }),
      ...(tournaments && { tournaments: tournaments.map(before) }),
    }
    await route.fulfill({ response, json })
  })
  const [tournament] = (await visitor.call('tournaments')).tournaments
  reaches.sockets = false
  await page.goto(`${stage.rollCall.url}/athletes/${tournament?.id}`)
  await page.getByText('Importing').first().waitFor()
  await until(() => polled().isVisible())
  isPublished = true
  await until(() => page.getByText('Ready to search · 1 followed').isVisible(), 30 * second)
  expect(await page.getByText('Importing').count()).toBe(0)
}, 120_000)
