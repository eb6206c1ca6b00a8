// The administrator's dashboard and the follow diagnostics (sharing-and-admin.md sections 2 to 9) in a real browser. All tests
// share one server, and most of them one page of the administrator. Other users act over HTTP unless their screen is tested.
import type { Browser, BrowserContext, Locator, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { ErrorCode } from '#contract/errors.ts'
import { type Day, startDay } from '#support/day.ts'
import { connect, type Sql } from '#support/sql.ts'
import { Visitor } from '#support/visitor.ts'
import { accessibilityFaults } from './accessibility-faults.ts'
import { isFocused, tabTo } from './keyboard.ts'
import { closeContexts, createFollower, openBrowser, openContext, type OpenRollCall, openRollCall } from './stage.ts'

const login = { email: 'chief@example.org', password: 'the chief of all mats' }
const wide = { width: 1280, height: 900 }
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
/** A second tournament, which a test removes. */
const second = { id: 3199, name: 'Second Open 2026', firstDay: tomorrow, publishedHoursBefore: 72 }

let browser: Browser
let day: Day
let rollCall: OpenRollCall
let sql: Sql
let administrator: Visitor
let page: Page
/** Uncaught errors and console errors of all pages that `enter` opened. */
let pageErrors: string[] = []

beforeAll(async () => {
  const category = { age: 'Adult', gender: 'Male', belt: 'BLUE', weight: 'Light', athletes: 4 } as const
  const others = [{ ...second, mats: 1, categories: [category] }]
  ;[browser, day] = await Promise.all([openBrowser(), startDay({ others })])
  const env = { ADMIN_EMAIL: login.email, ADMIN_PASSWORD: login.password }
  rollCall = await openRollCall({ sourceUrl: day.url, env })
  sql = connect(rollCall.databaseUrl)
  administrator = new Visitor(rollCall.url)
  await administrator.call('login', { body: { username: login.email, password: login.password } })
  page = await enter(administrator)
}, 120_000)
afterAll(async () => {
  if (browser) await closeContexts(browser)
  await sql?.end()
  await rollCall?.close()
  await day?.close()
})
afterEach(() => {
  const errors = pageErrors
  pageErrors = []
  if (errors.length > 0) throw new Error(`browser errors: ${errors.join('; ')}`)
})

/** Opens a page in a new browser context with the visitor's session. */
async function enter(visitor: Visitor, viewport = wide): Promise<Page> {
  const context: BrowserContext = await openContext(browser, {
    viewport,
    locale: 'en-US',
    timezoneId: 'America/New_York',
  })
  const [name = '', value = ''] = visitor.cookie?.split('=') ?? []
  if (name) await context.addCookies([{ name, value, url: rollCall.url }])
  const entered = await context.newPage()
  entered.on('pageerror', (error) => pageErrors.push(error.message))
  entered.on('console', (message) => {
    // The browser itself logs failed requests; the tests check how the page handles them.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      pageErrors.push(message.text())
  })
  return entered
}

const open = (path: string): Promise<unknown> => page.goto(rollCall.url + path)

/** Creates a user who has added the day's tournament and follows an athlete there. */
const followerOf = (athlete: string): Promise<Visitor> => createFollower({ day, rollCall }, athlete)

let watcher: Promise<Visitor> | undefined
/**
 * Creates, once for all tests, a user who follows the second athlete of mat 1's current fight: each new follow reads all of the
 * athlete's pages.
 */
const ensureWatcher = (): Promise<Visitor> => (watcher ??= followerOf(day.match('started', 1).names[1]))

const row = (text: string | RegExp): Locator => page.getByRole('row').filter({ hasText: text })
const dialog = (): Locator => page.getByRole('dialog')
const untilToast = (text: string): Promise<void> => page.getByText(text, { exact: true }).first().waitFor()

it('[A-01] an ordinary user is denied access and gets no data, and a signed-out visitor is sent to the login', async () => {
  const answers: { status: number; body: string }[] = []
  const recordAnswers = (of: Page) =>
    of.on('response', async (response) => {
      if (response.url().includes('/api/admin/'))
        answers.push({ status: response.status(), body: await response.text() })
    })
  const stranger = await enter(new Visitor(rollCall.url))
  recordAnswers(stranger)
  for (const path of ['/admin', '/diagnostics']) {
    await stranger.goto(rollCall.url + path)
    await stranger.waitForURL('**/auth')
  }
  expect(answers).toEqual([])

  const ordinary = await enter(await new Visitor(rollCall.url).signUp())
  recordAnswers(ordinary)
  await ordinary.goto(`${rollCall.url}/admin?tab=users`)
  await ordinary.getByText('Access denied. Admin privileges required.').waitFor()
  expect(await ordinary.getByRole('tab').count()).toBe(0)
  await ordinary.goto(`${rollCall.url}/diagnostics`)
  await ordinary.getByText('Failed to load diagnostics. Please check authentication.').waitFor()
  expect(await ordinary.getByRole('tab').count()).toBe(0)
  await ordinary.getByRole('button', { name: 'Return to Dashboard' }).click()
  await ordinary.waitForURL(`${rollCall.url}/`)

  await expect.poll(() => answers.length).toBeGreaterThanOrEqual(2)
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403))
  expect(answers.filter(({ body }) => body.includes('@') || body.includes('totalUsers'))).toEqual([])
}, 120_000)

it('an administrator removes a link, a tournament and a user, each after a confirmation and with immediate effect', async () => {
  const visitor = await new Visitor(rollCall.url).signUp()
  const friend = await new Visitor(rollCall.url).signUp()
  await visitor.call('availableTournaments')
  await visitor.call('addTournaments', { body: { tournaments: [{ value: String(second.id) }] } })
  await visitor.call('share', { body: {} })
  await friend.call('share', { body: { title: 'Of last week' } })
  await sql`update shareable_links set expires_at = now() - interval '1 minute' where title = 'Of last week'`
  await open('/admin?tab=shares')

  const active = row('Untitled').filter({ hasText: visitor.name })
  const inactive = row('Of last week').filter({ hasText: 'Inactive' })
  await inactive.getByRole('button', { name: 'Remove Of last week' }).click()
  await dialog().getByRole('button', { name: 'Remove' }).click()
  await untilToast('Inactive link removed successfully')
  await inactive.waitFor({ state: 'detached' })
  await active.getByText('Currently in use').waitFor()
  await active.getByRole('button', { name: 'Remove Untitled' }).click()
  await dialog().getByText('Currently in use').waitFor()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  expect(await active.count()).toBe(1)
  await active.getByRole('button', { name: 'Remove Untitled' }).click()
  await dialog().getByRole('button', { name: 'Remove' }).click()
  await untilToast('Shareable link removed successfully')
  await active.waitFor({ state: 'detached' })

  await page.getByRole('tab', { name: 'Tournaments' }).click()
  const tournament = row(second.name)
  await tournament.getByText('Will clear 1 user').waitFor()
  await page.getByLabel('Status').selectOption('past')
  await page.getByText('No tournaments match.').waitFor()
  await page.getByLabel('Status').selectOption('all')
  await tournament.getByRole('button', { name: `Remove ${second.name}` }).click()
  await dialog().getByText('clear 1 user').waitFor()
  await dialog().getByText('cannot be undone').waitFor()
  await dialog().getByRole('button', { name: 'Remove' }).click()
  await untilToast('Tournament removed successfully')
  await tournament.waitFor({ state: 'detached' })
  expect((await visitor.call('tournaments')).tournaments).toEqual([])

  await page.getByRole('tab', { name: 'Users' }).click()
  await page.getByRole('searchbox').fill(visitor.name)
  await row(login.email).waitFor({ state: 'detached' })
  await row(visitor.name)
    .getByRole('button', { name: `Remove ${visitor.name}` })
    .click()
  await dialog()
    .getByRole('heading', { name: `Remove user ${visitor.name} and all their data?` })
    .waitFor()
  await dialog().getByRole('button', { name: 'Remove' }).click()
  await untilToast('User removed successfully')
  await page.getByText(`No users found matching "${visitor.name}"`).waitFor()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await row(login.email).waitFor()
  expect(await row(login.email).getByRole('button').count()).toBe(0)
  expect((await visitor.request('tournaments')).status).toBe(401)

  await page.getByRole('tab', { name: 'Audit' }).click()
  for (const action of ['Removed a link', 'Removed a tournament', 'Removed a user']) await row(action).first().waitFor()
}, 120_000)

it('a removal that fails shows the cause in its dialog, and the last data stay visible without a network', async () => {
  const owner = await new Visitor(rollCall.url).signUp()
  await owner.call('share', { body: { title: 'Gone already' } })
  await open('/admin?tab=shares')
  const link = row('Gone already')
  await link.waitFor()
  await sql`delete from shareable_links where title = 'Gone already'`
  await link.getByRole('button').click()
  await dialog().getByRole('button', { name: 'Remove' }).click()
  await untilToast('Error removing shareable link')
  await dialog().getByRole('alert').getByText('Not found.').waitFor()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await link.waitFor({ state: 'detached' })

  await page.getByRole('tab', { name: 'Users' }).click()
  await row(login.email).waitFor()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await page.getByText("You're offline").waitFor()
  expect(await row(login.email).count()).toBe(1)
  await page.context().setOffline(false)
  await page.getByText("You're offline").waitFor({ state: 'detached' })
}, 120_000)

it('the dashboard shows the last half hour at once, reads its figures every 30 seconds, and keeps them with their age when a read fails', async () => {
  const adminPage = await enter(administrator)
  const requested: string[] = []
  const inFlight = new Set<Request>()
  adminPage.on('request', (request) => {
    inFlight.add(request)
    requested.push(new URL(request.url()).pathname)
  })
  adminPage.on('requestfinished', (request) => void inFlight.delete(request))
  adminPage.on('requestfailed', (request) => void inFlight.delete(request))
  await adminPage.clock.install()
  await adminPage.goto(`${rollCall.url}/admin`)
  await adminPage.getByText('Most Active Users').waitFor()
  await expect.poll(() => adminPage.locator('dd polyline').count(), { timeout: 20_000 }).toBe(3)
  await adminPage.clock.pauseAt(Date.now() + 3_600_000)
  /** Resolves when no request is in flight. Each round sends a request, whose answer the page receives after all earlier ones. */
  const untilAnswered = async (): Promise<void> => {
    do await adminPage.evaluate(async () => void (await (await fetch('/licenses.txt')).text()))
    while (inFlight.size > 0)
  }
  /** The seconds on the page's clock until both calls have been repeated. The clock stands still while a request is in flight. */
  const untilRead = async (): Promise<number> => {
    requested.length = 0
    let seconds = 0
    while (!['/api/admin/dashboard', '/api/admin/system'].every((path) => requested.includes(path))) {
      if (++seconds > 90) throw new Error(`only ${requested.join()} in 90 s`)
      await adminPage.clock.runFor(1_000)
      await untilAnswered()
    }
    return seconds
  }
  await untilRead()
  const seconds = await untilRead()
  expect(seconds).toBeGreaterThanOrEqual(29)
  expect(seconds).toBeLessThanOrEqual(33)

  await adminPage.route('**/api/admin/**', (route) =>
    route.fulfill({ status: 503, json: { error: 'Back in a minute.' } }),
  )
  await expect
    .poll(
      async () => {
        await adminPage.clock.runFor(10_000)
        return adminPage.getByText(/Could not be refreshed\. This was read .+ ago\./).count()
      },
      { timeout: 30_000 },
    )
    .toBe(1)
  expect(await adminPage.getByRole('heading', { name: 'Most Active Users' }).count()).toBe(1)
  expect(await adminPage.getByText('Access denied').count()).toBe(0)

  // Without earlier data the page shows the failure and a retry button.
  await adminPage.goto(`${rollCall.url}/admin?tab=users`)
  await expect
    .poll(
      async () => {
        await adminPage.clock.runFor(5_000)
        return adminPage.getByText('The dashboard could not be loaded.').count()
      },
      { timeout: 30_000 },
    )
    .toBe(1)
  await adminPage.getByText('Back in a minute.').waitFor()
  await adminPage.unroute('**/api/admin/**')
  await adminPage.clock.resume()
  await adminPage.getByRole('button', { name: 'Try Again' }).click()
  await adminPage.getByRole('row').filter({ hasText: login.email }).waitFor()
}, 120_000)

it('an administrator who loses the role is denied access and sees no data, and one whose session ends is sent to the login', async () => {
  const adminPage = await enter(administrator)
  await adminPage.goto(`${rollCall.url}/admin?tab=users`)
  await adminPage.getByRole('row').filter({ hasText: login.email }).waitFor()
  const refuse = (status: number, code: ErrorCode) =>
    adminPage.route('**/api/admin/**', (route) =>
      route.fulfill({ status, json: { success: false, error: 'Not for you.', code } }),
    )
  await refuse(403, 'forbidden')
  await adminPage.getByRole('button', { name: 'Refresh' }).click()
  await adminPage.getByText('Access denied. Admin privileges required.').waitFor()
  await adminPage.getByText('Not for you.').waitFor()
  expect(await adminPage.getByText(login.email).count()).toBe(0)
  await refuse(401, 'unauthorized')
  await adminPage.getByRole('button', { name: 'Try Again' }).click()
  await adminPage.waitForURL('**/auth')
}, 60_000)

it('the source tab shows each kind of waiting work with its number, its age and its failures', async () => {
  // Without a mail server the confirmation emails of sign-ups remain queued.
  await new Visitor(rollCall.url).signUp()
  await sql`insert into job_failures (kind, hour, retried, failed) values ('mail', now(), 21, 12)`
  await open('/admin?tab=source')
  const work = page.getByRole('table', { name: 'Waiting work' })
  const emails = work.getByRole('row').filter({ hasText: 'Mails' })
  await emails.waitFor()
  const [waiting, oldest, retried, failed] = await emails.getByRole('cell').allInnerTexts()
  expect(Number(waiting)).toBeGreaterThan(0)
  expect(oldest).toMatch(/ago/)
  expect([retried, failed]).toEqual(['21', '12'])
  expect(await work.getByRole('row').filter({ hasText: 'Alerts' }).getByRole('cell').allInnerTexts()).toContain('0')
  await work.getByRole('row').filter({ hasText: 'Read requests' }).waitFor()
})

it('the off switch stops every request to the source after a confirmation, and the on switch resumes them', async () => {
  const { names } = day.match('started', 1)
  await ensureWatcher()
  await open('/admin?tab=source')
  await page.getByRole('heading', { name: 'The source is being read' }).waitFor()
  await row(/Order of fights.*board/)
    .first()
    .waitFor()

  await page.getByRole('button', { name: 'Switch off reading' }).click()
  await dialog().getByText('RollCall stops requesting pages').waitFor()
  await dialog().getByRole('button', { name: 'Switch off reading' }).click()
  await page.getByRole('heading', { name: 'Reading is switched off' }).waitFor()
  // No request is in flight, and an urgent read sends none.
  await expect.poll(() => day.control.requests().inFlight, { timeout: 20_000 }).toBe(0)
  const requested = day.control.requests().total
  const { athleteId } = await diagnosticOf(names[1])
  expect((await administrator.request('repairAthlete', { id: athleteId })).status).toBe(502)
  expect(day.control.requests().total).toBe(requested)

  await page.getByRole('button', { name: 'Switch on reading' }).click()
  await page.getByRole('heading', { name: 'The source is being read' }).waitFor()
  await followerOf(day.match('started', 2).names[1])
  await expect.poll(() => day.control.requests().total, { timeout: 60_000 }).toBeGreaterThan(requested)
}, 180_000)

it('an administrator opens the dashboard, changes tabs, cancels and confirms a removal, and leaves by keyboard alone', async () => {
  const owner = await new Visitor(rollCall.url).signUp()
  await owner.call('share', { body: { title: 'By keyboard' } })
  await open('/')
  const press = (key: string): Promise<void> => page.keyboard.press(key)
  await tabTo(page.getByRole('link', { name: 'Admin' }))
  await press('Enter')
  await page.waitForURL('**/admin')
  await page.getByRole('tab', { name: 'Overview' }).waitFor()

  await tabTo(page.getByRole('tab', { name: 'Overview' }))
  for (const name of ['Users', 'Tournaments', 'Athletes', 'Shares']) {
    await press('ArrowRight')
    await page.getByRole('tab', { name, selected: true }).waitFor()
  }
  await tabTo(page.getByRole('searchbox'))
  // Typing slowly searches for parts of the title first, whose rows go when the whole title is searched.
  const found = page.waitForResponse((response) => /[?&]search=By(?:\+|%20)keyboard(?:&|$)/.test(response.url()))
  await page.keyboard.type('By keyboard')
  await (await found).finished()
  const remove = page.getByRole('button', { name: 'Remove By keyboard' })
  await tabTo(remove)
  await press('Enter')
  await dialog().waitFor()
  await press('Escape')
  await dialog().waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(remove)).toBe(true)

  await press('Enter')
  await dialog().waitFor()
  await tabTo(dialog().getByRole('button', { name: 'Remove' }))
  await press('Enter')
  await untilToast('Shareable link removed successfully')
  await remove.waitFor({ state: 'detached' })
  // The button was removed with its row, so the focus moves to the content and not to the start of the page.
  await expect.poll(() => isFocused(page.getByRole('main'))).toBe(true)

  await tabTo(page.getByRole('link', { name: 'Follow Diagnostics' }))
  await press('Enter')
  await tabTo(page.getByRole('tab', { name: 'Overview' }))
  await press('End')
  await page.getByText('Select an athlete to view detailed diagnostics').waitFor()
  await tabTo(page.getByRole('button', { name: 'Back to Dashboard' }), 'Shift+Tab')
  await press('Enter')
  await page.waitForURL(`${rollCall.url}/`)
}, 120_000)

it('no administrator’s screen has an accessibility fault in either theme', async () => {
  const athlete = day.match('started', 2).names[1]
  const visitor = await followerOf(athlete)
  await visitor.call('share', { body: {} })
  const check = async (screen: string): Promise<void> => expect(await accessibilityFaults(page, screen)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await open('/admin')
  await page.getByText('Most Active Users').waitFor()
  await row(visitor.name).waitFor()
  await check('overview')
  for (const [tab, content] of [
    ['Users', visitor.name],
    ['Tournaments', day.name],
    ['Athletes', day.name],
    ['Shares', 'Currently in use'],
    ['Source', 'bracket'],
    ['Audit', 'Administrator'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await row(content).first().waitFor()
    await check(tab)
  }
  await page.getByRole('tab', { name: 'Users' }).click()
  await page.getByRole('button', { name: `Remove ${visitor.name}` }).click()
  await dialog().waitFor()
  await check('confirmation')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Tournaments' }).click()
  await page.getByRole('button', { name: `correct the time zone of ${day.name}` }).click()
  await dialog().waitFor()
  await check('time zone')

  await open('/diagnostics')
  await page.getByRole('heading', { name: 'Critical Issues' }).waitFor()
  await check('diagnostics')
  await page.getByRole('tab', { name: 'Issues' }).click()
  await page
    .getByRole('tabpanel')
    .getByText(/ready|Yes/)
    .first()
    .waitFor()
  await check('issues')
  await page.getByRole('tab', { name: 'Athletes' }).click()
  const details = page.getByRole('button', { name: /^View Details of/ }).first()
  await details.waitFor()
  await check('diagnostics of athletes')
  await details.click()
  await page.getByLabel(/^Raw diagnostic of/).waitFor()
  await check('detailed view')
  await page.setViewportSize(wide)
}, 300_000)

it('a corrected time zone appears on a follower’s open page', async () => {
  const { names } = day.match('started', 2)
  const followerPage = await enter(await followerOf(names[0]), { width: 390, height: 844 })
  await followerPage.goto(rollCall.url)
  const card = followerPage.getByRole('article', { name: names[0] }).first()
  await card.waitFor()
  expect(await card.innerText()).not.toContain('Hawaii')

  await open('/admin?tab=source')
  await page.getByRole('button', { name: `correct the time zone of ${day.name}` }).click()
  await dialog().getByLabel('Time zone').selectOption('Pacific/Honolulu')
  await dialog()
    .getByText(/It is .*HST there now\./)
    .waitFor()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await untilToast('Time zone corrected')
  await page.getByRole('button', { name: `Hawaii: correct the time zone of ${day.name}` }).waitFor()
  await card.getByText('Hawaii').waitFor()
}, 120_000)

// This test runs last: it switches reading off, and pages that it has read are not read again for 30 seconds.
it('the diagnostics find an athlete’s missing data, name the cause and repair the data', async () => {
  const { names } = day.match('started', 1)
  await ensureWatcher()
  const athlete = await diagnosticOf(names[1])
  /**
   * Repairs until the athlete's data have this readiness and then stops, because a page that fails to parse three times in a
   * row is not read again for five minutes.
   */
  const repairUntil = (readiness: string): Promise<void> =>
    expect
      .poll(
        async () => {
          const { displayReadiness } = await diagnosticOf(names[1])
          if (displayReadiness !== readiness) await repair(athlete.athleteId)
          return displayReadiness
        },
        { timeout: 90_000, interval: 500 },
      )
      .toBe(readiness)
  // The bracket pages are replaced by login pages, which cannot be parsed.
  const loginPages = day.control.addFault({ match: '/categories/\\d', kind: 'login-page' })
  await repairUntil('error')
  await administrator.call('adminSwitchSource', { body: { off: true } })
  day.control.clearFaults(loginPages.id)

  await open('/diagnostics')
  await page
    .getByText(/could not be understood/)
    .first()
    .waitFor()
  await page.getByRole('tab', { name: 'Issues' }).click()
  await row(names[1]).getByText('Look at it in the Source tab.').waitFor()
  expect(
    await row(names[1])
      .getByText(/^(Yes|No)$/)
      .count(),
  ).toBe(4)

  await page.getByRole('tab', { name: 'Detailed View' }).click()
  await page.getByText('Select an athlete to view detailed diagnostics').waitFor()
  await page.getByRole('button', { name: 'Go to Athletes' }).click()
  await row(names[1]).getByText('Error').waitFor()
  await row(names[1])
    .getByRole('button', { name: `View Details of ${names[1]}` })
    .click()
  const raw = page.getByLabel(`Raw diagnostic of ${names[1]}`)
  await raw.waitFor()
  // The pressed button was removed with its tab, so the focus moves to the new content.
  await page.locator('article:focus').waitFor()
  expect(JSON.parse(await raw.inputValue())).toMatchObject({ athleteId: athlete.athleteId, displayReadiness: 'error' })

  // The stored page is shown as plain text.
  await open('/admin?tab=source')
  await page.getByLabel('Show').selectOption('quarantined')
  await page
    .getByRole('button', { name: /Look at the stored page/ })
    .first()
    .click()
  await dialog().getByLabel('Text of the stored page').waitFor()
  expect(await dialog().getByLabel('Text of the stored page').inputValue()).toContain('<!DOCTYPE html>')

  // No page is read while reading is switched off.
  await open('/diagnostics?tab=athletes')
  await row(names[1])
    .getByRole('button', { name: `Refresh Data of ${names[1]}` })
    .click()
  await untilToast('Repair Failed')
  await untilToast('HTTP error! status: 502')
  await row(names[1]).getByRole('alert').getByText('Reading is switched off').waitFor()

  // The page shows the outcome of a repair, whether the repair read the data or they had just been read.
  await administrator.call('adminSwitchSource', { body: { off: false } })
  await allowNewRead()
  await row(names[1])
    .getByRole('button', { name: `Quick Repair of ${names[1]}` })
    .click()
  await page
    .getByText(/^(?:Repair Complete|Repair Failed|Still Being Read|Not Read Again)$/)
    .first()
    .waitFor()
  await repairUntil('ready')
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await row(names[1]).getByText('Ready', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Back to Dashboard' }).click()
  await page.waitForURL(`${rollCall.url}/`)
}, 240_000)

/** Permits a new read at once. Otherwise, a request within 30 s of a successful one reads nothing. */
const allowNewRead = () => sql`update read_requests set finished_at = finished_at - interval '1 minute'`

/** Requests a new read of an athlete's data. */
async function repair(id: number): Promise<void> {
  await allowNewRead()
  await administrator.request('repairAthlete', { id })
}

/** The diagnostic of a followed athlete; throws if no user follows the athlete. */
async function diagnosticOf(name: string): Promise<{ athleteId: number; displayReadiness: string }> {
  const { diagnostics } = await administrator.call('followDiagnostics', { query: { search: name } })
  const diagnostic = diagnostics.find(({ athleteName }) => athleteName === name)
  if (!diagnostic) throw new Error(`no user follows ${name}`)
  return diagnostic
}
