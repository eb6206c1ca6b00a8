// The administrator's dashboard and follow diagnostics (sharing-and-admin.md sections 2 to 9) in a real browser.
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DiagnosticsReport } from '#contract/diagnostics.ts'
import { launchBrowser } from '#support/browser.ts'
import { type Day, startDay } from '#support/day.ts'
import { openItsDatabase } from '#support/its-database.ts'
import { removeData, type RollCall, startRollCall } from '#support/rollcall.ts'
import { accessibilityFaults } from './accessibility-faults.ts'
import { Follower, type Login } from './follower.ts'

const chief = { email: 'chief@example.org', password: 'the chief of all mats' }
const wide = { width: 1280, height: 900 }

let browser: Browser
let day: Day
let rollCall: RollCall

beforeAll(async () => {
  ;[browser, day] = await Promise.all([launchBrowser(), startDay()])
  const env = { ADMIN_EMAIL: chief.email, ADMIN_PASSWORD: chief.password }
  rollCall = await startRollCall({ sourceUrl: day.url, env })
})
afterAll(async () => {
  await browser?.close()
  await rollCall?.stop()
  await day?.close()
  if (rollCall) await removeData(rollCall.dataDir)
})

async function enterAsChief(path: string, viewport = wide): Promise<Follower> {
  const follower = await Follower.arrive(browser, `${rollCall.url}/auth`, viewport)
  const { page } = follower
  await page.getByLabel('Email').fill(chief.email)
  await page.getByLabel('Password', { exact: true }).fill(chief.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL(`${rollCall.url}/`)
  await page.goto(rollCall.url + path)
  return follower
}

/** Somebody with the day's tournament in the list, who follows one athlete. */
async function enterAsFollower(followed: string): Promise<{ follower: Follower; login: Login; username: string }> {
  const follower = await Follower.arrive(browser, rollCall.url)
  const login = await follower.signUp()
  await follower.add(day.name)
  await follower.follow(followed)
  return { follower, login, username: login.email.split('@', 1)[0] ?? '' }
}

const row = (page: Page, text: string | RegExp): Locator => page.getByRole('row').filter({ hasText: text })
const dialog = (page: Page): Locator => page.getByRole('dialog')
const toast = (page: Page, text: string): Promise<void> => page.getByText(text, { exact: true }).first().waitFor()

async function share({ page }: Follower, title?: string): Promise<void> {
  const answer = await page.request.post(`${rollCall.url}/api/share/generate`, {
    data: { title },
    headers: { origin: rollCall.url },
  })
  expect(answer.status()).toBe(200)
}

it('[A-01] an ordinary user is denied access and gets no data, and nobody who is signed out comes that far', async () => {
  const follower = await Follower.arrive(browser, rollCall.url)
  const { page } = follower
  const answers: { status: number; body: string }[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/api/admin/')) answers.push({ status: response.status(), body: await response.text() })
  })
  for (const path of ['/admin', '/diagnostics']) {
    await page.goto(rollCall.url + path)
    await page.waitForURL('**/auth')
  }
  expect(answers).toEqual([])

  await follower.signUp()
  await page.goto(`${rollCall.url}/admin?tab=users`)
  await page.getByText('Access denied. Admin privileges required.').waitFor()
  expect(await page.getByRole('tab').count()).toBe(0)
  await page.goto(`${rollCall.url}/diagnostics`)
  await page.getByText('Failed to load diagnostics. Please check authentication.').waitFor()
  expect(await page.getByRole('tab').count()).toBe(0)
  await page.getByRole('button', { name: 'Return to Dashboard' }).click()
  await page.waitForURL(`${rollCall.url}/`)

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403))
  expect(answers.length).toBeGreaterThanOrEqual(2)
  expect(answers.filter(({ body }) => body.includes('@') || body.includes('totalUsers'))).toEqual([])
  expect(follower.complaints).toEqual([])
}, 120_000)

it('an administrator removes a link, a tournament and a user; each is asked for first and gone at once', async () => {
  const { follower, username } = await enterAsFollower(day.match('started', 1).names[0])
  await share(follower)
  const friend = await Follower.arrive(browser, rollCall.url)
  await friend.signUp()
  await share(friend, 'Of last week')
  const sql = openItsDatabase(rollCall.dataDir)
  await sql`update shareable_links set expires_at = now() - interval '1 minute' where title = 'Of last week'`
  await sql.end()
  const admin = await enterAsChief('/admin?tab=shares')
  const { page } = admin

  const active = row(page, 'Untitled').filter({ hasText: 'Currently in use' })
  const inactive = row(page, 'Of last week').filter({ hasText: 'Inactive' })
  await inactive.getByRole('button', { name: 'Remove Of last week' }).click()
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await toast(page, 'Inactive link removed successfully')
  await inactive.waitFor({ state: 'detached' })
  await active.getByRole('button', { name: 'Remove Untitled' }).click()
  await dialog(page).getByText('Currently in use').waitFor()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  expect(await active.count()).toBe(1)
  await active.getByRole('button', { name: 'Remove Untitled' }).click()
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await toast(page, 'Shareable link removed successfully')
  await page.getByText('No shared links yet').waitFor()

  await page.getByRole('tab', { name: 'Tournaments' }).click()
  const tournament = row(page, day.name)
  await tournament.getByText('Will clear 1 user').waitFor()
  await page.getByLabel('Status').selectOption('past')
  await page.getByText('No tournaments match.').waitFor()
  await page.getByLabel('Status').selectOption('live')
  await tournament.getByRole('button', { name: `Remove ${day.name}` }).click()
  await dialog(page).getByText('clear 1 user').waitFor()
  await dialog(page).getByText('cannot be undone').waitFor()
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await toast(page, 'Tournament removed successfully')
  await tournament.waitFor({ state: 'detached' })

  await page.getByRole('tab', { name: 'Users' }).click()
  await page.getByRole('searchbox').fill(username)
  await row(page, chief.email).waitFor({ state: 'detached' })
  await row(page, username)
    .getByRole('button', { name: `Remove ${username}` })
    .click()
  await dialog(page)
    .getByRole('heading', { name: `Remove user ${username} and all their data?` })
    .waitFor()
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await toast(page, 'User removed successfully')
  await page.getByText(`No users found matching "${username}"`).waitFor()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await row(page, chief.email).waitFor()
  expect(await row(page, chief.email).getByRole('button').count()).toBe(0)

  await follower.page.goto(rollCall.url)
  await follower.page.waitForURL('**/auth')

  await page.getByRole('tab', { name: 'Audit' }).click()
  for (const action of ['Removed a link', 'Removed a tournament', 'Removed a user'])
    await row(page, action).first().waitFor()
  expect(admin.complaints).toEqual([])
}, 180_000)

it('a removal that fails says why where it was asked, and without a network the last data stay', async () => {
  const owner = await Follower.arrive(browser, rollCall.url)
  await owner.signUp()
  await share(owner, 'Gone already')
  const admin = await enterAsChief('/admin?tab=shares')
  const { page } = admin
  const link = row(page, 'Gone already')
  await link.waitFor()
  const sql = openItsDatabase(rollCall.dataDir)
  await sql`delete from shareable_links where title = 'Gone already'`
  await sql.end()
  await link.getByRole('button').click()
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await toast(page, 'Error removing shareable link')
  await dialog(page).getByRole('alert').getByText('Not found.').waitFor()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await link.waitFor({ state: 'detached' })

  await page.getByRole('tab', { name: 'Users' }).click()
  await row(page, chief.email).waitFor()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText("You're offline").waitFor()
  expect(await row(page, chief.email).count()).toBe(1)
  await page.context().setOffline(false)
  await page.getByText("You're offline").waitFor({ state: 'detached' })
}, 120_000)

it('the off switch stops every request to the source after a confirmation, and starts it again', async () => {
  const { names } = day.match('started', 1)
  await enterAsFollower(names[1])
  const admin = await enterAsChief('/admin?tab=source')
  const { page } = admin
  await page.getByRole('heading', { name: 'The source is being read' }).waitFor()
  await row(page, /Order of fights.*board/)
    .first()
    .waitFor()

  await page.getByRole('button', { name: 'Switch off reading' }).click()
  await dialog(page).getByText('no page is asked for any more').waitFor()
  await dialog(page).getByRole('button', { name: 'Switch off reading' }).click()
  await page.getByRole('heading', { name: 'Reading is switched off' }).waitFor()
  // Nothing is under way any more, and what is wanted at once is not asked for either.
  await expect.poll(() => day.control.requests().inFlight, { timeout: 5_000 }).toBe(0)
  const asked = day.control.requests().total
  const { athleteId } = await diagnosticOf(page, names[1])
  expect((await repair(page, athleteId)).status()).toBe(502)
  expect(day.control.requests().total).toBe(asked)

  await page.getByRole('button', { name: 'Switch on reading' }).click()
  await page.getByRole('heading', { name: 'The source is being read' }).waitFor()
  await expect
    .poll(
      async () => {
        await repair(page, athleteId)
        return day.control.requests().total
      },
      { timeout: 60_000, interval: 1_000 },
    )
    .toBeGreaterThan(asked)
  expect(admin.complaints).toEqual([])
}, 300_000)

it('what is missing of an athlete is found, named, read again and mended', async () => {
  const { names } = day.match('started', 1)
  const { follower } = await enterAsFollower(names[1])
  const admin = await enterAsChief('/diagnostics')
  const { page } = admin
  const athlete = await diagnosticOf(page, names[1])
  // The brackets turn into a page to sign in: the next reading cannot understand them.
  const redesign = day.control.addFault({ match: '/categories/\\d', kind: 'login-page' })
  await expect
    .poll(
      async () => {
        await repair(page, athlete.athleteId)
        return (await diagnosticOf(page, names[1])).displayReadiness
      },
      { timeout: 90_000, interval: 1_000 },
    )
    .toBe('error')

  await page.getByRole('button', { name: 'Refresh' }).click()
  await page
    .getByText(/could not be understood/)
    .first()
    .waitFor()
  await page.getByRole('tab', { name: 'Issues' }).click()
  await row(page, names[1]).getByText('Look at it in the Source tab.').waitFor()
  expect(
    await row(page, names[1])
      .getByText(/^(Yes|No)$/)
      .count(),
  ).toBe(4)

  await page.getByRole('tab', { name: 'Detailed View' }).click()
  await page.getByText('Select an athlete to view detailed diagnostics').waitFor()
  await page.getByRole('button', { name: 'Go to Athletes' }).click()
  await row(page, names[1]).getByText('Error').waitFor()
  await row(page, names[1])
    .getByRole('button', { name: `View Details of ${names[1]}` })
    .click()
  const raw = page.getByLabel(`Raw diagnostic of ${names[1]}`)
  expect(JSON.parse(await raw.inputValue())).toMatchObject({ athleteId: athlete.athleteId, displayReadiness: 'error' })

  // The stored page can be looked at, as text.
  await page.goto(`${rollCall.url}/admin?tab=source`)
  await page.getByLabel('Show').selectOption('quarantined')
  await page
    .getByRole('button', { name: /Look at the stored page/ })
    .first()
    .click()
  await dialog(page).getByLabel('Text of the stored page').waitFor()
  expect(await dialog(page).getByLabel('Text of the stored page').inputValue()).toContain('<!DOCTYPE html>')

  // Nothing is read while the switch is off.
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Switch off reading' }).click()
  await dialog(page).getByRole('button', { name: 'Switch off reading' }).click()
  await page.getByRole('heading', { name: 'Reading is switched off' }).waitFor()
  await page.getByRole('link', { name: 'Follow Diagnostics' }).click()
  await page.getByRole('tab', { name: 'Athletes' }).click()
  await row(page, names[1])
    .getByRole('button', { name: `Refresh Data of ${names[1]}` })
    .click()
  await toast(page, 'Repair Failed')
  await toast(page, 'HTTP error! status: 502')
  await row(page, names[1]).getByRole('alert').getByText('Reading is switched off').waitFor()

  await page.goBack()
  await page.getByRole('button', { name: 'Switch on reading' }).click()
  await page.getByRole('heading', { name: 'The source is being read' }).waitFor()
  day.control.clearFaults(redesign.id)
  await page.goto(`${rollCall.url}/diagnostics?tab=athletes`)
  await row(page, names[1])
    .getByRole('button', { name: `Quick Repair of ${names[1]}` })
    .click()
  await toast(page, 'Repair Complete')
  await toast(page, `Athlete ${athlete.athleteId} data has been repaired`)
  await expect
    .poll(
      async () => {
        await repair(page, athlete.athleteId)
        return (await diagnosticOf(page, names[1])).displayReadiness
      },
      { timeout: 90_000, interval: 1_000 },
    )
    .toBe('ready')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await row(page, names[1]).getByText('Ready', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Back to Dashboard' }).click()
  await page.waitForURL(`${rollCall.url}/`)
  expect(admin.complaints).toEqual([])
  expect(follower.complaints).toEqual([])
}, 300_000)

it('the whole journey goes by keyboard alone: in, through the tabs, a refused question, a removal, out', async () => {
  const owner = await Follower.arrive(browser, rollCall.url)
  await owner.signUp()
  await share(owner, 'By keyboard')
  const admin = await enterAsChief('/')
  const { page } = admin
  const press = (key: string): Promise<void> => page.keyboard.press(key)
  await tabTo(page, page.getByRole('link', { name: 'Admin' }))
  await press('Enter')
  await page.waitForURL('**/admin')
  await page.getByRole('tab', { name: 'Overview' }).waitFor()

  await tabTo(page, page.getByRole('tab', { name: 'Overview' }))
  for (const name of ['Users', 'Tournaments', 'Athletes', 'Shares']) {
    await press('ArrowRight')
    await page.getByRole('tab', { name, selected: true }).waitFor()
  }
  await tabTo(page, page.getByRole('searchbox'))
  await page.keyboard.type('By keyboard')
  const remove = page.getByRole('button', { name: 'Remove By keyboard' })
  await tabTo(page, remove)
  await press('Enter')
  await dialog(page).waitFor()
  await press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(remove)).toBe(true)

  await press('Enter')
  await dialog(page).waitFor()
  await tabTo(page, dialog(page).getByRole('button', { name: 'Remove' }))
  await press('Enter')
  await toast(page, 'Shareable link removed successfully')
  await remove.waitFor({ state: 'detached' })
  // The button has gone with its row: the content has the focus, not the page's beginning.
  await expect.poll(() => isFocused(page.getByRole('main'))).toBe(true)

  await tabTo(page, page.getByRole('link', { name: 'Follow Diagnostics' }))
  await press('Enter')
  await tabTo(page, page.getByRole('tab', { name: 'Overview' }))
  await press('End')
  await page.getByText('Select an athlete to view detailed diagnostics').waitFor()
  await tabTo(page, page.getByRole('button', { name: 'Back to Dashboard' }), 'Shift+Tab')
  await press('Enter')
  await page.waitForURL(`${rollCall.url}/`)
  expect(admin.complaints).toEqual([])
}, 120_000)

/** Goes on by Tab until the element has the focus, as far as a patient person would. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor()
  for (let step = 0; step < 60; step++) {
    if (await isFocused(target)) return
    await page.keyboard.press(key)
  }
  throw new Error(`the keyboard does not reach ${String(target)}`)
}

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement)

describe.each([390, 1280])('at %d px', (width) => {
  it('no administrator’s screen has an accessibility fault, dark or light', async () => {
    const { follower, username } = await enterAsFollower(day.match('started', 2).names[1])
    await share(follower)
    const admin = await enterAsChief('/admin', { width, height: 844 })
    const { page } = admin
    const check = async (screen: string): Promise<void> => expect(await accessibilityFaults(page, screen)).toEqual([])

    await page.getByText('Most Active Users').waitFor()
    await row(page, username).waitFor()
    await check('overview')
    for (const [tab, content] of [
      ['Users', username],
      ['Tournaments', day.name],
      ['Athletes', day.name],
      ['Shares', 'Currently in use'],
      ['Source', 'bracket'],
      ['Audit', 'Logged in'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click()
      await row(page, content).first().waitFor()
      await check(tab)
    }
    await page.getByRole('tab', { name: 'Users' }).click()
    await page.getByRole('button', { name: `Remove ${username}` }).click()
    await dialog(page).waitFor()
    await check('confirmation')
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Tournaments' }).click()
    await page.getByRole('button', { name: `correct the time zone of ${day.name}` }).click()
    await dialog(page).waitFor()
    await check('time zone')

    await page.goto(`${rollCall.url}/diagnostics`)
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
    await page
      .getByRole('button', { name: /^View Details of/ })
      .first()
      .waitFor()
    await check('diagnostics of athletes')
    await page
      .getByRole('button', { name: /^View Details of/ })
      .first()
      .click()
    await page.getByLabel(/^Raw diagnostic of/).waitFor()
    await check('detailed view')
    expect(admin.complaints).toEqual([])
  }, 180_000)
})

it('a corrected time zone shows at a follower’s without touching the page', async () => {
  const { names } = day.match('started', 2)
  const { follower } = await enterAsFollower(names[0])
  await follower.openMatches()
  const card = follower.card(names[0]).first()
  await card.waitFor()
  expect(await card.innerText()).not.toContain('Hawaii')

  const admin = await enterAsChief('/admin?tab=source')
  const { page } = admin
  await page.getByRole('button', { name: `correct the time zone of ${day.name}` }).click()
  await dialog(page).getByLabel('Time zone').selectOption('Pacific/Honolulu')
  await dialog(page)
    .getByText(/It is .*HST there now\./)
    .waitFor()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Time zone corrected')
  await page.getByRole('button', { name: `Hawaii: correct the time zone of ${day.name}` }).waitFor()

  await card.getByText('Hawaii').waitFor()
  expect(admin.complaints).toEqual([])
  expect(follower.complaints).toEqual([])
}, 180_000)

/** Has an athlete's data read again, or not, if that was done less than 30 s ago. */
const repair = (page: Page, athleteId: number) =>
  page.request.post(`${rollCall.url}/api/admin/repair-athlete/${athleteId}`, { headers: { origin: rollCall.url } })

async function diagnosticOf(page: Page, name: string): Promise<{ athleteId: number; displayReadiness: string }> {
  const query = new URLSearchParams({ search: name }).toString()
  const answer = await page.request.get(`${rollCall.url}/api/admin/follow-diagnostics?${query}`)
  const report = DiagnosticsReport.parse(await answer.json())
  const found = report.diagnostics.find(({ athleteName }) => athleteName === name)
  if (!found) throw new Error(`nobody follows ${name}`)
  return found
}
