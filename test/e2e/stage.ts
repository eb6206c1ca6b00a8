// The set-up of most browser tests: a tournament in the middle of its day, a RollCall that reads it, a browser, and users who are
// created over HTTP where signing up is not tested.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect, TestRunner, vi } from 'vitest'
import { launchHeadlessShell } from '#support/browser.ts'
import { openTestDatabase } from '#support/database.ts'
import { type Day, startDay } from '#support/day.ts'
import { removeData, type RollCall, startRollCall } from '#support/rollcall.ts'
import { Visitor } from '#support/visitor.ts'

type RollCallOptions = NonNullable<Parameters<typeof startRollCall>[0]> & {
  /** Use the embedded PostgreSQL, for tests that stop it. */
  isEmbedded?: boolean
}
/** `databaseUrl`: its database on the server that all tests share; unused with `isEmbedded`. */
export type OpenRollCall = RollCall & { databaseUrl: string; close(): Promise<void> }

export type Stage = { browser: Browser; day: Day; rollCall: OpenRollCall; close(): Promise<void> }

type Options = {
  day?: Parameters<typeof startDay>[0]
  rollCall?: RollCallOptions
  /** Starts a browser other than the headless shell. */
  launch?: () => Promise<Browser>
}

/** In ms. A busy server may answer 503; the tests retry, as the app does. */
const pollOptions = { timeout: 100_000, interval: 200 }

let shared: Promise<Browser> | undefined

/** The headless shell of this worker, which all its test files use in turn. It ends with the worker. */
export async function openBrowser(): Promise<Browser> {
  if (!(await shared)?.isConnected()) shared = launchHeadlessShell()
  return shared as Promise<Browser>
}

/**
 * Opens a browser context. One that a test opens ends with this test, because an open page goes on updating beside the tests that
 * follow; one that is opened before all tests stays open. By default a context blocks service workers, each of which would fetch
 * the whole app, and prefers reduced motion, which saves a seventh of the CPU time.
 */
export async function openContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce', ...options })
  TestRunner.getCurrentTest()?.context.onTestFinished(() => closeContext(context))
  return context
}

/**
 * Stops the clock of a page, ten seconds ahead: a time that has passed when the command arrives is refused. From then on only the
 * test advances it.
 */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
}

/** Closes all contexts of this worker's browser, and leaves the browser open. */
export const closeContexts = async (browser: Browser): Promise<void> =>
  void (await Promise.all(browser.contexts().map(closeContext)))

async function closeContext(context: BrowserContext): Promise<void> {
  // A route's handler may still be fetching, and its error would be reported for the next test.
  const routed = [context, ...context.pages()]
  await Promise.allSettled(routed.map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })))
  await context.close()
}

/** Starts RollCall; `close` stops it and removes all that it stored. */
export async function openRollCall({ isEmbedded = false, ...options }: RollCallOptions): Promise<OpenRollCall> {
  await using opened = new AsyncDisposableStack()
  const { url: databaseUrl } = opened.use(await openTestDatabase())
  // With this factor the board of a near watched match is read every 3 s instead of every 15 s.
  const env = { SOURCE_CADENCE: '5', ...options.env }
  const starting = startRollCall({ ...(isEmbedded ? {} : { databaseUrl }), ...options, env })
  const rollCall = opened.adopt(await starting, async (one) => {
    await one.stop()
    await removeData(one.dataDir)
  })
  const resources = opened.move()
  return { ...rollCall, databaseUrl, close: () => resources.disposeAsync() }
}

/** Resolves when RollCall serves; `options.rollCall` holds RollCall's options other than the address of the source. */
export async function openStage({ launch, ...options }: Options = {}): Promise<Stage> {
  await using opened = new AsyncDisposableStack()
  const day = opened.adopt(await startDay(options.day), (one) => one.close())
  const [browser, rollCall] = await Promise.all([
    launch
      ? launch().then((one) => opened.adopt(one, () => one.close()))
      : openBrowser().then((one) => opened.adopt(one, closeContexts)),
    openRollCall({ sourceUrl: day.url, ...options.rollCall }).then((one) => opened.adopt(one, () => one.close())),
  ])
  const resources = opened.move()
  return { browser, day, rollCall, close: () => resources.disposeAsync() }
}

/** Creates over HTTP a user who has added the tournament and follows these athletes there. */
export async function createFollower(
  { day, rollCall }: Pick<Stage, 'day' | 'rollCall'>,
  ...names: string[]
): Promise<Visitor> {
  const visitor = await vi.waitFor(() => new Visitor(rollCall.url).signUp(), pollOptions)
  await addDay(visitor, day)
  await Promise.all(names.map((name) => follow(visitor, name)))
  return visitor
}

/** A tournament is live from this long before its first fight, ms. */
const liveBefore = 2 * 3_600_000

/**
 * Adds a day's tournament; resolves when it is imported and, on its day, live. That it becomes live, a few seconds after its import,
 * would change lists and shared pages during a test.
 */
export async function addDay(visitor: Visitor, { id, opensAt }: Pick<Day, 'id'> & Partial<Day>): Promise<void> {
  await vi.waitFor(() => visitor.call('availableTournaments'), pollOptions)
  const body = { tournaments: [{ value: String(id) }] }
  await vi.waitFor(() => visitor.call('addTournaments', { body }), pollOptions)
  const isLive = opensAt !== undefined && Date.now() > opensAt - liveBefore
  await vi.waitFor(async () => {
    const { tournaments } = await visitor.call('tournaments')
    const added = tournaments.find(({ bjjCompSystemId }) => bjjCompSystemId === String(id))
    expect(added).toMatchObject({ import: { state: 'done' }, ...(isLive && { status: 'live' }) })
  }, pollOptions)
}

/** Follows an athlete of the visitor's only tournament. */
export function follow(visitor: Visitor, name: string): Promise<void> {
  return vi.waitFor(async () => {
    const { tournaments } = await visitor.call('tournaments')
    const { athletes } = await visitor.call('searchAthletes', { id: tournaments[0]?.id ?? 0, query: { search: name } })
    await visitor.call('follow', { id: athletes.find((athlete) => athlete.name === name)?.id ?? 0 })
  }, pollOptions)
}

/** Gives a browser context the visitor's session. */
export async function signIn(context: BrowserContext, { cookie = '' }: Visitor, url: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url }])
}
