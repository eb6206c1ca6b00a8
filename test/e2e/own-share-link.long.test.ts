// The owner's link on all devices of the owner (decision D39), and the confirmations of Renew and Delete.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '#support/sql.ts'
import { Visitor } from '#support/visitor.ts'
import { accessibilityFaults } from './accessibility-faults.ts'
import { Follower } from './follower.ts'
import { isFocused } from './keyboard.ts'
import { type OpenRollCall, openStage, type Stage } from './stage.ts'

let stage: Stage
let rollCall: OpenRollCall

beforeAll(async () => {
  stage = await openStage({ day: { athletes: [4] } })
  ;({ rollCall } = stage)
})
afterAll(() => stage?.close())

/** Opens the share screen in a new browser context with the visitor's session. */
async function openShare(visitor: Visitor, viewport = { width: 390, height: 844 }): Promise<Follower> {
  const permissions = ['clipboard-read', 'clipboard-write']
  const follower = await Follower.enter(stage, visitor, { permissions, viewport })
  await follower.page.goto(`${rollCall.url}/share`)
  await follower.page.getByRole('heading', { level: 1, name: 'Share Your RollCall' }).waitFor()
  return follower
}

/** Logs the same user in a second time. */
async function logInOnOtherDevice(owner: Visitor): Promise<Visitor> {
  const device = new Visitor(rollCall.url)
  await device.call('login', { body: { username: owner.email, password: owner.password } })
  return device
}

const addressOn = ({ page }: Follower) => page.getByRole('textbox', { name: 'Shareable link' })
const newLink = ({ page }: Follower) => page.getByRole('button', { name: 'Generate Shareable Link' })
const toast = (page: Page, text: string) => page.getByRole('region', { name: /Notifications/ }).getByText(text)
const storedLink = (page: Page) =>
  page.evaluate(() => ['shareUrl', 'shareTitle', 'shareExpiresAt'].map((key) => localStorage.getItem(key)))

describe('The owner’s link', () => {
  it('can be shown, copied and deleted on a device other than the one that created it', async () => {
    const owner = await new Visitor(rollCall.url).signUp()
    const phone = await openShare(owner)
    await phone.page.getByLabel('Title (optional)').fill('From the phone')
    await newLink(phone).click()
    const url = await addressOn(phone).inputValue()

    const laptop = await openShare(await logInOnOtherDevice(owner), { width: 1280, height: 800 })
    const { page } = laptop
    await addressOn(laptop).waitFor()
    expect(await addressOn(laptop).inputValue()).toBe(url)
    expect(await page.getByLabel('Title (optional)').inputValue()).toBe('From the phone')
    await page.getByText(/^Expires \w+day, /).waitFor()
    await page.getByRole('button', { name: 'Copy link' }).click()
    await toast(page, 'Shareable link copied to clipboard!').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
    expect(await storedLink(page)).toEqual([url, 'From the phone', expect.stringMatching(/^\d{4}-/)])

    await page.getByRole('button', { name: 'Delete link' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await toast(page, 'Your shareable link has been removed.').waitFor()
    await newLink(laptop).waitFor()
    expect(await storedLink(page)).toEqual([null, null, null])
    expect((await page.request.get(url)).status()).toBe(404)

    await phone.page.reload()
    await phone.page.getByText('Your link has expired, or was deleted on another device.').waitFor()
    await newLink(phone).waitFor()
    expect(await storedLink(phone.page)).toEqual([null, null, null])
    expect([...phone.pageErrors, ...laptop.pageErrors]).toEqual([])
  })

  it('is shown again after a logout and a login in the same browser', async () => {
    const owner = await new Visitor(rollCall.url).signUp()
    const follower = await openShare(owner)
    const { page } = follower
    await newLink(follower).click()
    const url = await addressOn(follower).inputValue()
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Log Out' }).click()
    await page.waitForURL('**/auth')
    expect(await storedLink(page)).toEqual([null, null, null])
    await follower.logIn(owner)
    await page.goto(`${rollCall.url}/share`)
    await addressOn(follower).waitFor()
    expect(await addressOn(follower).inputValue()).toBe(url)
    expect(follower.pageErrors).toEqual([])
  })

  it('comes from the server, whatever the browser has stored', async () => {
    const owner = await new Visitor(rollCall.url).signUp()
    const { shareUrl } = await owner.call('share', { body: { title: 'Mine' } })
    const follower = await Follower.enter(stage, owner)
    const { page } = follower
    await page.evaluate(() => {
      localStorage.setItem('shareUrl', 'https://elsewhere.example/shared/AAAAAAAAAAAAAAAAAAAAAA')
      localStorage.setItem('shareTitle', 'Not mine')
      localStorage.setItem('shareExpiresAt', new Date(Date.now() + 86_400_000).toISOString())
    })
    await page.goto(`${rollCall.url}/share`)
    await expect
      .poll(async () => (await addressOn(follower).count()) && addressOn(follower).inputValue())
      .toBe(shareUrl)
    await expect.poll(() => storedLink(page)).toEqual([shareUrl, 'Mine', expect.stringMatching(/^\d{4}-/)])
    expect(await page.getByLabel('Title (optional)').inputValue()).toBe('Mine')
  })

  it('cannot be replaced by a new one while it loads or after loading failed, and the screen shows which of the two it is', async () => {
    const owner = await new Visitor(rollCall.url).signUp()
    const { shareUrl } = await owner.call('share', { body: {} })
    const follower = await Follower.enter(stage, owner)
    const { page } = follower
    const held = Promise.withResolvers<void>()
    await page.route('**/api/share', async (route) => {
      await held.promise
      await route.fulfill({ status: 400, body: '{}' })
    })
    await page.goto(`${rollCall.url}/share`)
    await page.getByRole('status').getByText('Loading your link...').waitFor()
    expect(await newLink(follower).count()).toBe(0)
    held.resolve()
    await page.getByRole('alert').getByText('Your link could not be loaded.').waitFor()
    expect(await newLink(follower).count()).toBe(0)
    await page.unroute('**/api/share')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await addressOn(follower).waitFor()
    expect(await addressOn(follower).inputValue()).toBe(shareUrl)
  })

  it('is created on a retry after the server refused it with an error', async () => {
    const follower = await openShare(await new Visitor(rollCall.url).signUp())
    const { page } = follower
    await page.route('**/api/share/generate', (route) => route.fulfill({ status: 400, body: '{}' }))
    await newLink(follower).click()
    await toast(page, 'Generation Failed').waitFor()
    await page.getByRole('alert').getByText('Could not create shareable link. Please try again.').waitFor()
    await page.unroute('**/api/share/generate')
    await newLink(follower).click()
    await toast(page, 'Shareable RollCall Created').waitFor()
    await addressOn(follower).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(follower.pageErrors).toEqual([])
  })

  it.each([
    ['renewed', 'Renew', 'Renew'],
    ['deleted', 'Delete link', 'Delete'],
  ])('is described by its title and expiry when it cannot be shown, and can be %s', async (deed, button, yes) => {
    const owner = await new Visitor(rollCall.url).signUp()
    const { shareUrl } = await owner.call('share', { body: { title: 'From last week' } })
    const sql = connect(rollCall.databaseUrl)
    await sql`update shareable_links set encrypted_link_id = null where title = 'From last week'`
    await sql.end()
    const follower = await openShare(owner)
    const { page } = follower
    await page.getByRole('heading', { name: 'Your link cannot be shown' }).waitFor()
    await page.getByText(/“From last week” works until \w+day, /).waitFor()
    expect((await page.request.get(shareUrl)).status()).toBe(200)
    expect(await accessibilityFaults(page, 'hidden link')).toEqual([])
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('dialog').getByRole('button', { name: yes }).click()
    await (deed === 'renewed' ? addressOn(follower) : newLink(follower)).waitFor()
    // The pressed button was removed, so the focus moves to the screen.
    await page.waitForFunction(() => document.querySelector('main')?.contains(document.activeElement))
    expect((await page.request.get(shareUrl)).status()).toBe(404)
    expect(follower.pageErrors).toEqual([])
  })
})

it.each([
  ['Renew', 'Renew the link?', 'The one you have sent stops working at once'],
  ['Delete link', 'Delete the link?', 'It stops working at once for everyone who has it.'],
])(
  '%s asks for a confirmation that names the consequence, and does nothing when cancelled',
  async (button, question, warning) => {
    const owner = await new Visitor(rollCall.url).signUp()
    const { shareUrl } = await owner.call('share', { body: {} })
    const follower = await openShare(owner)
    const { page } = follower
    const opener = page.getByRole('button', { name: button })
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click(),
    ]) {
      await opener.click()
      const dialog = page.getByRole('dialog', { name: question })
      await dialog.getByText(warning).waitFor()
      await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
      await leave()
      await dialog.waitFor({ state: 'detached' })
      await expect.poll(() => isFocused(opener)).toBe(true)
    }
    await opener.click()
    expect(await accessibilityFaults(page, question)).toEqual([])
    await page.keyboard.press('Escape')
    expect(await addressOn(follower).inputValue()).toBe(shareUrl)
    expect((await page.request.get(shareUrl)).status()).toBe(200)
    expect(follower.pageErrors).toEqual([])
  },
)
