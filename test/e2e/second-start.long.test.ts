// The demo of a fresh clone, started twice on one directory; the second start gives its simulated competition system another
// port. Every screen of both starts loads everything from RollCall itself, without browser errors.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addresses } from '#contract/addresses.ts'
import { freePort } from '#support/free-port.ts'
import { removeData, type RollCall, startRollCall } from '#support/rollcall.ts'
import { closeContexts, openBrowser, openContext } from './stage.ts'

type Available = { name: string; value: string; logoUrl: string | null; added: boolean }
type Followed = { id: number; tournamentId: number; team: string | null }
type Added = { id: number; name: string; logoUrl: string | null; import: { usable: boolean } }

const demoUser = { email: 'coach@rollcall.example', password: 'rollcall-demo' }
const administrator = { email: 'admin@rollcall.example', password: 'rollcall-admin' }
const pollOptions = { timeout: 150_000, interval: 1_000 }

let browser: Browser
let rollCall: RollCall
let user: BrowserContext
let admin: BrowserContext
let stranger: BrowserContext
/** The ports of the simulator, one for each start. */
const ports: number[] = []

beforeAll(async () => {
  browser = await openBrowser()
  await start()
  ;[user, admin, stranger] = await Promise.all([
    openSignedIn(demoUser),
    openSignedIn(administrator),
    openContext(browser),
  ])
}, 120_000)
afterAll(async () => {
  if (browser) await closeContexts(browser)
  await rollCall?.stop()
  if (rollCall) await removeData(rollCall.dataDir)
})

/** Starts the demo; a second start uses the directory and the port of the first. */
async function start(): Promise<void> {
  const simulator = await freePort()
  ports.push(simulator)
  const again = rollCall && { dataDir: rollCall.dataDir, port: Number(new URL(rollCall.url).port) }
  rollCall = await startRollCall({ ...again, env: { SIMULATOR_PORT: String(simulator) } })
}

async function call<Answer>(context: BrowserContext, path: string, data?: object): Promise<Answer> {
  const answer = await context.request.fetch(rollCall.url + path, {
    headers: { origin: rollCall.url },
    ...(data && { method: 'POST', data }),
  })
  expect(`${path} ${answer.status()}`).toBe(`${path} 200`)
  return (await answer.json()) as Answer
}

/** Opens a browser context and logs in there. */
async function openSignedIn({ email, password }: typeof demoUser): Promise<BrowserContext> {
  const context = await openContext(browser, { locale: 'en-US', viewport: { width: 1280, height: 900 } })
  await vi.waitFor(
    () => call(context, addresses.login.path, { username: email, password, rememberMe: true }),
    pollOptions,
  )
  return context
}

const readAvailable = async (): Promise<Available[]> =>
  (await call<{ tournaments: Available[] }>(user, addresses.availableTournaments.path)).tournaments
const readAdded = async (): Promise<Added[]> =>
  (await call<{ tournaments: Added[] }>(user, addresses.tournaments.path)).tournaments

/** Opens a page and records its browser errors. */
async function open(context: BrowserContext, path: string): Promise<{ page: Page; errors: string[] }> {
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('requestfailed', (request) => {
    if (request.resourceType() === 'image') errors.push(`no image ${request.url()}`)
  })
  page.on('response', (response) => {
    const url = new URL(response.url())
    if (url.origin !== rollCall.url) errors.push(`request to ${url.href}`)
    if (response.request().resourceType() === 'image' && response.status() >= 400)
      errors.push(`${response.status()} ${url.href}`)
  })
  await page.goto(rollCall.url + path)
  await page.waitForLoadState('networkidle')
  return { page, errors }
}

/** Scrolls to each image of the page, and returns the addresses of those that are not shown. */
const brokenImages = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const broken: string[] = []
    for (const image of document.images) {
      image.scrollIntoView()
      // decode() rejects if the image cannot be shown.
      await image.decode().catch(() => {})
      if (image.naturalWidth === 0) broken.push(image.src)
    }
    return broken
  })

async function errorsOn(context: BrowserContext, path: string): Promise<string[]> {
  const { page, errors } = await open(context, path)
  const broken = await brokenImages(page)
  await page.close()
  return [...errors, ...broken].map((text) => `${path}: ${text}`)
}

/** Adds the first available tournament of the dialog and follows nobody; returns its name. */
async function addInDialog(): Promise<string> {
  const wanted = (await readAvailable()).find((one) => !one.added)
  expect(wanted).toBeDefined()
  const { page, errors } = await open(user, '/?tab=tournaments')
  await page.getByRole('button', { name: 'Add Tournament' }).first().click()
  const box = page.getByRole('checkbox', { name: wanted?.name ?? '', exact: true })
  await box.waitFor()
  const images = page.getByRole('dialog').locator('img')
  expect(await images.count()).toBe((await readAvailable()).length)
  expect(await brokenImages(page)).toEqual([])
  await box.click()
  await page.getByRole('button', { name: 'Add 1 Tournament' }).click()
  await expect.poll(async () => (await readAdded()).map(({ name }) => name), pollOptions).toContain(wanted?.name)
  expect(errors).toEqual([])
  await page.close()
  return wanted?.name ?? ''
}

describe.each(['first', 'second'])('[N-05] [D41] The %s start on a data directory', (which) => {
  beforeAll(async () => {
    if (which === 'second') {
      await rollCall.stop()
      await start()
    }
    // The demo loads the logos after the import of its live tournament.
    await vi.waitFor(async () => {
      const list = await readAvailable()
      const without = list.filter(({ logoUrl }) => !logoUrl?.startsWith('/logos/'))
      if (list.length < 3 || without.length > 0) throw new Error(`${without.length} of ${list.length} have no logo yet`)
    }, pollOptions)
  }, 300_000)

  it('shows every logo of the add dialog, and the logo of a tournament that is added there', async () => {
    expect(new Set(ports).size).toBe(which === 'second' ? 2 : 1)
    const name = await addInDialog()
    const tournaments = await readAdded()
    expect(tournaments.find((one) => one.name === name)?.logoUrl).toMatch(/^\/logos\//)
    expect(tournaments.map(({ logoUrl }) => logoUrl)).not.toContain(null)
  }, 120_000)

  it('shows every screen without a failed image or a console error', async () => {
    const [tournament] = await readAdded()
    const followed = await call<{ athletes: Followed[] }>(user, addresses.followedAthletes.path)
    const [athlete] = followed.athletes
    const { shareUrl } = await call<{ shareUrl: string }>(user, addresses.share.path, { title: 'Second start' })
    const shared = new URL(shareUrl).pathname
    const ofUser = [
      '/',
      '/?tab=athletes',
      '/?tab=tournaments',
      `/athletes/${tournament?.id}`,
      `/athlete-profile/${athlete?.id}`,
      `/tournament/${athlete?.tournamentId}/team?name=${encodeURIComponent(athlete?.team ?? '')}`,
      ...(await readAdded()).map(({ id }) => `/tournament/${id}`),
      '/share',
      '/profile',
      '/help',
      '/sponsors',
      '/donate',
      '/no-such-page',
    ]
    const ofAdmin = [
      ...['overview', 'users', 'tournaments', 'athletes', 'shares', 'source', 'audit'].map(
        (tab) => `/admin?tab=${tab}`,
      ),
      '/diagnostics',
      '/diagnostics?tab=athletes',
      '/diagnostics?tab=issues',
    ]
    const ofStranger = [
      shared,
      `${shared}?tab=athletes`,
      '/auth',
      '/auth?mode=signup',
      '/auth?mode=forgot',
      '/reset-password',
      '/verify-email',
      '/restore-account',
      '/api/docs',
      '/bot',
      '/mailbox',
      '/demo/sponsor.html',
      '/demo/donation.html',
    ]
    const visits = [
      [user, ofUser],
      [admin, ofAdmin],
      [stranger, ofStranger],
    ] as const
    const pageErrors = await Promise.all(
      visits.map(async ([context, paths]) => {
        const found: string[] = []
        for (const path of paths) found.push(...(await errorsOn(context, path)))
        return found
      }),
    )
    expect(pageErrors.flat()).toEqual([])
  }, 240_000)
})
