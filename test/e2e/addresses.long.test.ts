// Emailed links that confirm an address, move it to its owner or reset a password, and the ways to sign up.
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Day, startDay } from '#support/day.ts'
import { freePort } from '#support/free-port.ts'
import { claimSubject, confirmSubject, type MailServer, startMailServer } from '#support/mail.ts'
import { Visitor } from '#support/visitor.ts'
import { accessibilityFaults } from './accessibility-faults.ts'
import { Follower } from './follower.ts'
import { closeContexts, openBrowser, openContext, type OpenRollCall, openRollCall } from './stage.ts'

let browser: Browser
let day: Day
let emails: MailServer
let rollCall: OpenRollCall

beforeAll(async () => {
  ;[browser, day, emails] = await Promise.all([openBrowser(), startDay({ athletes: [2] }), startMailServer()])
  const port = await freePort()
  const env = { SMTP_URL: emails.url, PUBLIC_URL: `http://localhost:${port}` }
  rollCall = await openRollCall({ sourceUrl: day.url, port, env })
})
afterAll(async () => {
  if (browser) await closeContexts(browser)
  await rollCall?.close()
  await day?.close()
  await emails?.close()
})

const arrive = (): Promise<Follower> => Follower.arrive(browser, rollCall.url)
const visitor = (): Visitor => new Visitor(rollCall.url)
const resetSubject = 'Set a new password for RollCall'
const newPassword = 'an even longer secret'

/** Waits for an email with this subject to this address and returns its link. */
const linkIn = async (to: string, subject: string): Promise<string> =>
  /http\S+\?token=\S+/.exec((await emails.mailTo(to, subject)).text ?? '')?.[0] ?? ''
const resetLink = async ({ email }: { email: string }): Promise<string> => {
  await visitor().call('forgotPassword', { body: { email } })
  return linkIn(email, resetSubject)
}
const openProfile = async ({ page }: Follower): Promise<void> => {
  await page.goto(`${rollCall.url}/profile`)
  await page.getByRole('heading', { name: 'Account Actions' }).waitFor()
}
const toast = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: 'Notifications (F8)' }).getByText(text, { exact: true })
const heading = (page: Page, name: string): Locator => page.getByRole('heading', { name, exact: true })
/** Fills in and submits the sign-up form. */
async function signUp(page: Page, username: string, email?: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  if (email !== undefined) await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(newPassword)
  await page.getByLabel('Confirm password').fill(newPassword)
  await page.getByRole('main').getByRole('button', { name: 'Sign Up', exact: true }).click()
}

describe('An address', () => {
  it('[N-04] is shown as not confirmed in the profile until the emailed link is opened and its button pressed', async () => {
    const follower = await arrive()
    const { page } = follower
    const { email } = await follower.signUp()
    await openProfile(follower)
    const pending = page.getByText(`Not confirmed yet. A link that is mailed to ${email} confirms it.`)
    await pending.waitFor()
    await page.getByRole('button', { name: 'Send the link again' }).click()
    await toast(page, 'A link is on its way. Please check your email.').waitFor()
    const link = await linkIn(email, confirmSubject)

    // Opening the link alone confirms nothing, because mail servers follow links.
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm My Address' }).waitFor()
    expect(page.url()).toBe(`${rollCall.url}/verify-email`)
    await openProfile(follower)
    await pending.waitFor()
    // Another browser, which is signed out, opens the link and presses its button.
    const there = await arrive()
    await there.page.goto(link)
    await there.page.getByRole('button', { name: 'Confirm My Address' }).click()
    await heading(there.page, 'Your email address is confirmed').waitFor()
    await page.reload()
    await page.getByText('This address is confirmed.').waitFor()
    expect(await page.getByRole('button', { name: 'Send the link again' }).count()).toBe(0)
    // Opened again, the link reports that the address is confirmed.
    await page.goto(link)
    await heading(page, 'Your email address is confirmed').waitFor()
    await page.getByRole('link', { name: 'Go to RollCall' }).click()
    await page.getByText('No Tournaments Added').waitFor()
    expect([...follower.pageErrors, ...there.pageErrors]).toEqual([])
  })

  it('[N-04] moves to the new account of a user who proves to own it, and the account that loses it is asked for another address', async () => {
    const attacker = await arrive()
    await attacker.signUp()
    await openProfile(attacker)
    const address = `stranger${process.pid}@elsewhere.example`
    await attacker.page.getByLabel('Email').fill(address)
    await attacker.page.getByRole('button', { name: 'Save Changes' }).click()
    await toast(attacker.page, 'Profile Updated').waitFor()

    const stranger = await arrive()
    const { page } = stranger
    await page.goto(`${rollCall.url}/auth?mode=signup`)
    await signUp(page, `Stranger ${process.pid}`, address)
    await page.getByRole('alert').getByText('This name or email cannot be used.').waitFor()
    const link = await linkIn(address, claimSubject)
    const proof = new URL(link).searchParams.get('token') ?? ''
    await page.goto(link)
    await page.getByText(`${address} is yours`).waitFor()
    await page.getByRole('button', { name: 'Create an Account' }).click()
    await heading(page, 'Create your account').waitFor()
    expect(page.url()).toBe(`${rollCall.url}/auth?mode=signup`)
    // The proof of ownership survives a reload, but is not stored where other tabs and pages can read it.
    await page.reload()
    await heading(page, 'Create your account').waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe(address)
    const readable = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage, location.href]))
    expect(readable).not.toContain(proof)
    await signUp(page, `Stranger ${process.pid}`)
    await page.getByText('No Tournaments Added').waitFor()
    const stored = await page.evaluate(() => JSON.stringify([history.state, sessionStorage, localStorage]))
    expect(stored).not.toContain(proof)
    await openProfile(stranger)
    await page.getByText('This address is confirmed.').waitFor()

    await openProfile(attacker)
    await attacker.page.getByText('Somebody else has shown that your address is theirs.').waitFor()
    expect(await attacker.page.getByLabel('Email').inputValue()).toBe('')
    expect(await attacker.page.content()).not.toContain('.invalid')
    expect([...attacker.pageErrors, ...stranger.pageErrors]).toEqual([])
  })

  it('[N-04] moves to a signed-in account whose user requests it and opens the emailed link', async () => {
    const address = `other${process.pid}@elsewhere.example`
    const attacker = await visitor().signUp()
    await attacker.call('updateProfile', { body: { username: attacker.name, email: address } })
    const owner = await arrive()
    const { page } = owner
    await owner.signUp()
    await page.goto(await linkIn(address, confirmSubject))
    await page.getByText(/^other.+ is yours.+You are logged in as follower/).waitFor()
    await page.getByRole('link', { name: 'Open Your Profile' }).click()
    await page.getByLabel('Email').fill(address)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await toast(page, 'This name or email cannot be used.').waitFor()
    await page.goto(await linkIn(address, claimSubject))
    await page.getByRole('button', { name: /^Use It for follower/ }).click()
    await heading(page, 'Your email address is confirmed').waitFor()
    await openProfile(owner)
    expect(await page.getByLabel('Email').inputValue()).toBe(address)
    expect((await attacker.call('user')).emailStatus).toBe('missing')
    expect(owner.pageErrors).toEqual([])
  })

  it('has no confirmation state on the profile when no email can be sent', async () => {
    const withoutEmail = await openRollCall({ sourceUrl: day.url })
    onTestFinished(() => withoutEmail.close())
    const follower = await Follower.arrive(browser, withoutEmail.url)
    await follower.signUp()
    await follower.page.goto(`${withoutEmail.url}/profile`)
    await heading(follower.page, 'Account Actions').waitFor()
    expect(await follower.page.getByRole('main').innerText()).not.toMatch(/confirmed/i)
  })
})

describe('A password reset link', () => {
  it('[T-06] survives a reload in its tab, and is stored nowhere after its use', async () => {
    const follower = await arrive()
    const { page } = follower
    const link = await resetLink(await visitor().signUp())
    const token = new URL(link).searchParams.get('token') ?? ''
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).waitFor()
    expect(page.url()).toBe(`${rollCall.url}/reset-password`)
    await page.reload()
    await page.getByLabel('New password', { exact: true }).fill(newPassword)
    expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage, location.href]))).not.toContain(
      token,
    )
    await page.getByLabel('Confirm password').fill(newPassword)
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await heading(page, 'Password Reset Successful').waitFor()
    expect(await page.evaluate(() => JSON.stringify([history.state, sessionStorage, localStorage]))).not.toContain(
      token,
    )
    expect(follower.pageErrors).toEqual([])
  })

  it('is refused at once when it was used, replaced or made up, and its page offers a new one', async () => {
    const { page } = await arrive()
    const user = await visitor().signUp()
    const [first, second] = [await resetLink(user), await resetLink(user)]
    const token = new URL(second).searchParams.get('token') ?? ''
    await visitor().call('resetPassword', { body: { token, newPassword } })
    for (const link of [first, second, `${rollCall.url}/reset-password?token=made-up`]) {
      await page.goto(link)
      await page.getByRole('alert').getByText('This reset link is invalid or has expired.').waitFor()
      expect(await page.getByLabel('New password', { exact: true }).count()).toBe(0)
    }
    await page.getByText('A link works once, for 30 minutes, and only the newest one.').waitFor()
    await page.getByRole('link', { name: 'Send a new link' }).click()
    await page.getByRole('button', { name: 'Send Reset Link' }).waitFor()
  })

  it('shows its form when the check of the link fails', async () => {
    const { page } = await arrive()
    await page.route('**/api/reset-password/check', (route) => route.abort())
    await page.goto(`${rollCall.url}/reset-password?token=abc`)
    await page.getByRole('button', { name: 'Reset Password' }).waitFor()
    expect(await page.getByLabel('New password', { exact: true }).isVisible()).toBe(true)
  })

  it('[E-01] is announced with the limit of three an hour, in the same words for every address and request', async () => {
    const { page } = await arrive()
    const { email } = await visitor().signUp()
    for (const address of [email, 'nobody.at.all@example.org', email, email, email]) {
      await page.goto(`${rollCall.url}/auth?mode=forgot`)
      await page.getByLabel('Email').fill(address)
      await page.getByRole('button', { name: 'Send Reset Link' }).click()
      await page.getByText('At most three links an hour are sent to one address').waitFor()
      expect(await page.getByRole('main').innerText()).toContain('and only the newest one works.')
    }
  })
})

describe('Signing up', () => {
  it('with an address that cannot be used leads to the login in one tap, with the address filled in', async () => {
    const known = await visitor().signUp()
    const { page } = await arrive()
    await page.goto(`${rollCall.url}/auth?mode=signup`)
    await signUp(page, `Somebody ${process.pid}`, known.email)
    await page.getByText('Have you signed up before?').waitFor()
    await page.getByRole('button', { name: 'Log in instead' }).click()
    await heading(page, 'Welcome back').waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe(known.email)
    await page.getByLabel('Password', { exact: true }).fill(known.password)
    await page.getByRole('button', { name: 'Log In' }).click()
    await page.getByText('No Tournaments Added').waitFor()
  })

  it('has its own page title, and both buttons of a shared page lead to it', async () => {
    const { shareUrl } = await (await visitor().signUp()).call('share', { body: {} })
    const context = await openContext(browser, { viewport: { width: 1280, height: 844 } })
    const page = await context.newPage()
    const buttons = page.getByRole('link', { name: 'Sign Up' })
    for (const button of [buttons.first(), buttons.last()]) {
      await page.goto(shareUrl)
      await expect.poll(() => buttons.count()).toBe(2)
      await button.click()
      await heading(page, 'Create your account').waitFor()
      expect(await page.title()).toContain('Sign Up')
    }
  })
})

it('no screen of an emailed link has an accessibility fault in either theme', async () => {
  const follower = await arrive()
  const { page } = follower
  const check = async (screen: string): Promise<void> => expect(await accessibilityFaults(page, screen)).toEqual([])
  await page.goto(`${rollCall.url}/verify-email?token=abc`)
  await page.getByRole('alert').waitFor()
  await check('dead link')
  const holder = await visitor().signUp()
  const confirm = await linkIn(holder.email, confirmSubject)
  await page.goto(confirm)
  await page.getByRole('button', { name: 'Confirm My Address' }).waitFor()
  await check('confirm')
  await page.getByRole('button', { name: 'I have no such account' }).click()
  await page.getByRole('button', { name: 'Create an Account' }).waitFor()
  await check('take')
  await page.goto(confirm)
  await page.getByRole('button', { name: 'Confirm My Address' }).click()
  await heading(page, 'Your email address is confirmed').waitFor()
  await check('confirmed')
  await page.goto(`${rollCall.url}/auth?mode=signup`)
  await signUp(page, `Somebody ${process.pid}`, holder.email)
  await page.getByRole('button', { name: 'Log in instead' }).waitFor()
  await page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('button', { name: 'Dismiss' }).click()
  await check('refused sign-up')
  await page.goto(`${rollCall.url}/auth`)
  await follower.signUp()
  await openProfile(follower)
  await page.getByText('this device', { exact: true }).waitFor()
  await check('profile, not confirmed')
  expect(follower.pageErrors).toEqual([])
}, 120_000)
