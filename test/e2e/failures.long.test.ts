// Errors of sharing, removing and repairing (sharing-and-admin.md section 8), and the rare texts of the shared page.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Day } from '#support/day.ts'
import type { RollCall } from '#support/rollcall.ts'
import { Visitor } from '#support/visitor.ts'
import { Follower } from './follower.ts'
import { createFollower, openContext, openStage, type Stage } from './stage.ts'

const login = { email: 'chief@example.org', password: 'the chief of all mats' }

let stage: Stage
let browser: Browser
let day: Day
let rollCall: RollCall
let follower: Follower
let visitor: Visitor
let link: string

beforeAll(async () => {
  const env = { ADMIN_EMAIL: login.email, ADMIN_PASSWORD: login.password }
  stage = await openStage({ day: { athletes: [4] }, rollCall: { env } })
  ;({ browser, day, rollCall } = stage)
  visitor = await createFollower(stage, day.match('started').names[0])
  follower = await Follower.enter(stage, visitor)
  follower.page.setDefaultTimeout(15_000)
  await follower.page.goto(`${rollCall.url}/share`)
  await follower.page.getByRole('button', { name: 'Generate Shareable Link' }).click()
  link = await follower.page.getByRole('textbox', { name: 'Shareable link' }).inputValue()
})
afterAll(() => stage?.close())

const failing = { status: 400, body: '{}' }
/**
 * Waits for a toast with this title and text. It is selected by element, not by role, because an open dialog hides everything else
 * from assistive technology.
 */
const untilToast = (page: Page, title: string, text: string) =>
  page.locator('li').filter({ hasText: title }).filter({ hasText: text }).waitFor()

/** Presses a button and confirms its dialog. */
async function confirm(page: Page, button: string, yes: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('dialog').getByRole('button', { name: yes }).click()
}
/** Waits for the error in the dialog and cancels. */
async function cancel(page: Page, failure: string): Promise<void> {
  await page.getByRole('dialog').getByText(failure).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
}

/** Expects that renewing and deleting the link both fail, each with its error text. */
async function expectFailedRenewalAndDeletion(page: Page): Promise<void> {
  for (const [button, confirmed, failure] of [
    ['Renew', 'Renew', 'Failed to renew link. Please try again.'],
    ['Delete link', 'Delete', 'Failed to delete link. Please try again.'],
  ] as const) {
    await confirm(page, button, confirmed)
    await untilToast(page, 'Error', failure)
    await cancel(page, failure)
  }
}

describe('The owner of a link', () => {
  it('sees that a title, a renewal and a deletion failed, and keeps the link', async () => {
    const { page } = follower
    await page.route('**/api/share/**', (route) => route.fulfill(failing))
    await page.getByLabel('Title (optional)').fill('Spring camp')
    await page.getByRole('button', { name: 'Save' }).click()
    await untilToast(page, 'Error', 'Failed to update title. Please try again.')
    await expectFailedRenewalAndDeletion(page)
    await page.unroute('**/api/share/**')
    await page.reload()
    expect(await page.getByRole('textbox', { name: 'Shareable link' }).inputValue()).toBe(link)
  })

  it('sees an error at once without a network, and the change is not made later', async () => {
    const { page } = follower
    await page.context().setOffline(true)
    await expectFailedRenewalAndDeletion(page)
    await page.context().setOffline(false)
    // The browser logs an error for each socket without a network.
    follower.pageErrors.length = 0
    await page.getByRole('button', { name: 'Renew' }).and(page.locator(':not([aria-disabled=true])')).waitFor()
    expect(await page.getByRole('textbox', { name: 'Shareable link' }).inputValue()).toBe(link)
    expect((await page.request.get(link)).status()).toBe(200)
  })

  it('sees that the link could not be copied', async () => {
    const { page } = follower
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined })
      document.execCommand = () => false
    })
    await page.getByRole('button', { name: 'Copy link' }).click()
    await untilToast(page, 'Copy Failed', 'Could not copy link. Please copy manually.')
    expect(await page.getByRole('button', { name: 'Copied' }).count()).toBe(0)
    expect(follower.pageErrors).toEqual([])
  })
})

describe('The shared page', () => {
  it('invites the visitor to sign up, and shows that the connection is slow', async () => {
    const context = await openContext(browser, { viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { effectiveType: '2g', downlink: 0.2, rtt: 900 } }),
    )
    await page.goto(link)

    await page.getByText('Optimized for poor connection').waitFor()
    await page.getByText('Live monitoring active - Real-time updates from BJJ Comp System').waitFor()
    await page.getByText('Last updated: Up to date').waitFor()
    await page.getByRole('heading', { name: 'Want to create your own RollCall?' }).waitFor()
    const join = page.getByRole('link', { name: 'Join' })
    expect([await join.isVisible(), await join.getAttribute('href')]).toEqual([true, '/auth?mode=signup'])
    await page.setViewportSize({ width: 1280, height: 844 })
    expect(await page.getByRole('link', { name: 'Join' }).isVisible()).toBe(false)
    expect(await page.getByRole('searchbox', { name: 'Search upcoming matches...' }).isVisible()).toBe(true)
    await page.getByRole('link', { name: 'Athletes' }).click()
    await page.getByRole('searchbox', { name: 'Search athletes...' }).waitFor()
  })

  it('says that its owner follows no athlete yet', async () => {
    const { shareUrl } = await (await new Visitor(rollCall.url).signUp()).call('share', { body: {} })
    const other = await Follower.arrive(browser, `${shareUrl}?tab=athletes`)
    const { page } = other
    await page.getByText('No athletes in this RollCall').waitFor()
    expect(other.pageErrors).toEqual([])
  })

  it('says that it is loading, that loading failed, and that the server did not answer', async () => {
    const context = await openContext(browser)
    const page = await context.newPage()
    // After too many requests for unknown links, the next ones are refused for a minute.
    for (let tries = 0; tries < 40; tries++)
      await page.request.get(`${rollCall.url}/api/share/${String(tries).padStart(22, 'x')}`)
    // A socket would report that the link is unknown.
    await page.routeWebSocket(/\/ws/, () => undefined)
    await page.goto(`${rollCall.url}/shared/${'y'.repeat(22)}`)
    await page.getByText('RollCall Unavailable').waitFor()
    const { promise, resolve } = Promise.withResolvers<void>()
    const read = '**/api/share/*'
    await page.route(read, async (route) => {
      await promise
      await route.fulfill({ status: 500, body: '<html>' })
    })
    await page.getByRole('button', { name: 'Try Again' }).click()
    await page.getByText('Loading RollCall...').first().waitFor()
    resolve()
    await page.getByRole('alert').getByText('Failed to load shared RollCall').waitFor()
    await page.unroute(read)
    await page.route(read, (route) => route.abort())
    await page.getByRole('button', { name: 'Try Again' }).click()
    await page.getByRole('alert').getByText('Unable to load shared RollCall').waitFor()
    expect(await page.getByRole('link', { name: 'Go to RollCall' }).getAttribute('href')).toBe('/')
  })
})

describe('An administrator', () => {
  it('sees why a removal failed, in the server’s text or a general one, and the outcome of a repair', async () => {
    const chief = new Visitor(rollCall.url)
    await chief.call('login', { body: { username: login.email, password: login.password } })
    const admin = await Follower.enter(stage, chief, { viewport: { width: 1280, height: 900 } })
    const { page } = admin
    page.setDefaultTimeout(15_000)

    for (const [tab, name, title, text] of [
      ['users', visitor.name, 'Error removing user', 'Failed to remove user'],
      ['tournaments', day.name, 'Error removing tournament', 'Failed to remove tournament'],
      ['shares', 'Untitled', 'Error removing shareable link', 'Failed to remove shareable link'],
    ] as const) {
      await page.goto(`${rollCall.url}/admin?tab=${tab}`)
      await page.getByText('Last updated').first().waitFor()
      await page
        .getByRole('button', { name: `Remove ${name}` })
        .first()
        .click()
      const question = page.getByRole('dialog')
      // A response without an error text.
      await page.route('**/api/admin/*/*', (route) =>
        route.request().method() === 'DELETE' ? route.fulfill({ status: 400, json: { error: '' } }) : route.fallback(),
      )
      await question.getByRole('button', { name: 'Remove' }).click()
      await untilToast(page, title, text)
      await page.unroute('**/api/admin/*/*')
      await page.route('**/api/admin/*/*', (route) =>
        route.request().method() === 'DELETE'
          ? route.fulfill({ status: 409, json: { success: false, error: 'Not now.', code: 'limit' } })
          : route.fallback(),
      )
      await question.getByRole('button', { name: 'Remove' }).click()
      await untilToast(page, title, 'Not now.')
      await page.unroute('**/api/admin/*/*')
      await page.context().setOffline(true)
      await question.getByRole('button', { name: 'Remove' }).click()
      await question.getByText("You're offline · Check your connection and try again").waitFor()
      await page.context().setOffline(false)
      await question.getByRole('button', { name: 'Cancel' }).click()
    }

    const report = await page.request.get(`${rollCall.url}/api/admin/follow-diagnostics`)
    const { diagnostics } = (await report.json()) as { diagnostics: { athleteId: number; displayReadiness: string }[] }
    const id = diagnostics[0]?.athleteId
    await page.route('**/api/admin/follow-diagnostics?*', async (route) => {
      const response = await route.fetch()
      const json = (await response.json()) as { diagnostics: object[] }
      for (const diagnostic of json.diagnostics) Object.assign(diagnostic, { displayReadiness: 'partial' })
      await route.fulfill({ response, json })
    })
    await page.goto(`${rollCall.url}/diagnostics`)
    await page.getByRole('tab', { name: 'Athletes' }).click()
    // The outcome of a repair depends on timing, so the test sets each outcome in turn.
    let outcome = {}
    await page.route('**/api/admin/repair-athlete/*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...((await response.json()) as object), ...outcome } })
    })
    const repair = async (result: { read: boolean; finished: boolean; notes: object[] }): Promise<void> => {
      outcome = result
      await page.getByRole('button', { name: /^Quick Repair of/ }).click()
    }
    await repair({ read: true, finished: true, notes: [{ code: 'readAgain' }] })
    await untilToast(page, 'Repair Complete', `Athlete ${id} data has been repaired`)
    await repair({ read: false, finished: true, notes: [{ code: 'notReadAgain', count: 7 }] })
    const notReadAgain = 'Not read again: it was read 7 s ago.'
    await untilToast(page, 'Not Read Again', notReadAgain)
    await page.getByRole('row').getByText(notReadAgain, { exact: true }).waitFor()
    await repair({ read: false, finished: false, notes: [{ code: 'beingRead' }] })
    await untilToast(page, 'Still Being Read', 'The data is being read and will appear shortly.')
    expect(admin.pageErrors).toEqual([])
  })
})
