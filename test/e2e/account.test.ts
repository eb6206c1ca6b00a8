import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ResponseOf } from '#contract/endpoints.ts'
import { type Day, startDay } from '#support/day.ts'
import { freePort } from '#support/free-port.ts'
import { confirmSubject, type MailServer, startMailServer } from '#support/mail.ts'
import { Visitor } from '#support/visitor.ts'
import { accessibilityFaults } from './accessibility-faults.ts'
import { Follower, type Login, phone } from './follower.ts'
import { closeContexts, openBrowser, openContext, type OpenRollCall, openRollCall, signIn } from './stage.ts'
import { untilCached } from './stored.ts'

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

/** Opens this path, by default the dashboard, which redirects to the login, in a new browser context without a session. */
const arrive = (path = ''): Promise<Follower> => Follower.arrive(browser, rollCall.url + path)
/** Creates a user over HTTP and opens this screen in a new browser context with their session. */
async function enter(path = '/profile'): Promise<{ follower: Follower; page: Page; login: Login }> {
  const visitor = await new Visitor(rollCall.url).signUp()
  const context = await openContext(browser, phone)
  await signIn(context, visitor, rollCall.url)
  const follower = await Follower.open(context, rollCall.url + path)
  if (path === '/profile') await follower.page.getByRole('heading', { name: 'Account Actions' }).waitFor()
  return { follower, page: follower.page, login: { email: visitor.email, password: visitor.password } }
}
const newPassword = 'an even longer secret'

/** Waits for an email with this subject to this address and returns its link. */
const linkIn = async (to: string, subject: string): Promise<string> =>
  /http\S+\?token=\S+/.exec((await emails.mailTo(to, subject)).text ?? '')?.[0] ?? ''
const resetSubject = 'Set a new password for RollCall'
/** Creates an account and returns its password reset link. */
async function resetLink(): Promise<string> {
  const { email } = await new Visitor(rollCall.url).signUp()
  await new Visitor(rollCall.url).call('forgotPassword', { body: { email } })
  return linkIn(email, resetSubject)
}

async function logIn(page: Page, { email, password }: Login, landing = '/'): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL(rollCall.url + landing)
}

async function openProfile({ page }: Follower): Promise<void> {
  await page.goto(`${rollCall.url}/profile`)
  await page.getByRole('heading', { name: 'Account Actions' }).waitFor()
}

async function logOut(follower: Follower): Promise<void> {
  await openProfile(follower)
  await follower.page.getByRole('main').getByRole('button', { name: 'Log Out' }).click()
  await follower.page.waitForURL('**/auth')
}

const toasts = (page: Page): Locator => page.getByRole('region', { name: 'Notifications (F8)' })
const toast = (page: Page, text: string): Locator => toasts(page).getByText(text, { exact: true })

/** The error of a field, as assistive technology reads it, or ''. */
async function problemOf(page: Page, label: string): Promise<string> {
  const field = page.getByLabel(label, { exact: true })
  if ((await field.getAttribute('aria-invalid')) !== 'true') return ''
  return page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`).innerText()
}

async function setPassword(page: Page, password: string, confirmed = password): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(confirmed)
  await page.getByRole('button', { name: 'Reset Password' }).click()
}

describe('Authentication', () => {
  it('says why a login or a sign-up fails, and confirms a logout', async () => {
    const follower = await arrive()
    const { page } = follower
    const [login] = await Promise.all([follower.signUp(), toast(page, 'Welcome to RollCall!').waitFor()])
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Log Out' }).click()
    await page.waitForURL('**/auth')
    await toast(page, 'Logged out successfully').waitFor()
    await toast(page, 'You have been logged out of your account.').waitFor()

    await page.getByLabel('Email').fill(login.email)
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Log In' }).click()
    await toast(page, 'Login failed').waitFor()
    await toast(page, 'Wrong email or password.').waitFor()

    await page.getByRole('button', { name: 'Sign Up' }).click()
    await page.getByLabel('Username').fill('Somebody else')
    await page.getByLabel('Email').fill(login.email)
    await page.getByLabel('Password', { exact: true }).fill(login.password)
    await page.getByLabel('Confirm password').fill(login.password)
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
    await toast(page, 'Registration failed').waitFor()
    await toast(page, 'This name or email cannot be used.').waitFor()
    expect(follower.pageErrors).toEqual([])
  })

  it('reports why the server cannot be reached, and keeps the typed text', async () => {
    const { page } = await arrive()
    await page.getByLabel('Email').fill('maria@example.org')
    await page.getByLabel('Password', { exact: true }).fill('a long enough secret')
    const loginError = async (): Promise<string> => {
      await page.getByRole('button', { name: 'Log In' }).click()
      await toast(page, 'Login failed').waitFor()
      const sentence = await page.getByRole('main').getByRole('alert').innerText()
      await toasts(page).getByRole('button', { name: 'Dismiss' }).click()
      return sentence
    }
    // The code of the toasts has not been loaded yet.
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Log In' }).click()
    const offline = "You're offline · Check your connection and try again"
    await page.getByRole('main').getByRole('alert').getByText(offline).waitFor()
    await page.context().setOffline(false)
    const answers = [
      // The response of a captive portal.
      {
        answer: { status: 200, body: '<!doctype html><title>Venue WLAN</title>' },
        message: 'This network needs attention: sign in to it, or use another one',
      },
      {
        answer: { status: 503, body: '<html>Service Unavailable</html>' },
        message: 'The server cannot answer right now. Please try again.',
      },
    ]
    for (const { answer, message } of answers) {
      await page.route('**/api/login', (route) => route.fulfill(answer))
      expect(await loginError()).toBe(message)
      await page.unroute('**/api/login')
    }
    await page.context().setOffline(true)
    expect(await loginError()).toBe(offline)
    expect(await page.getByLabel('Email').inputValue()).toBe('maria@example.org')
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('a long enough secret')
  })

  it('sends one request when a button is pressed twice', async () => {
    const follower = await arrive()
    const { page } = follower
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') requests.push(new URL(request.url()).pathname)
    })
    const press = (name: string) =>
      page
        .getByRole('main')
        .getByRole('button', { name, exact: true })
        .evaluate((button: HTMLElement) => {
          button.click()
          button.click()
        })
    await page.goto(`${rollCall.url}/auth?mode=forgot`)
    await page.getByLabel('Email').fill('nobody.twice@example.org')
    await press('Send Reset Link')
    await toast(page, 'Reset link sent!').waitFor()
    await page.goto(`${rollCall.url}/restore-account?token=none-of-ours`)
    await press('Restore My Account')
    await toast(page, 'Account not restored').waitFor()
    await page.goto(`${rollCall.url}/auth?mode=signup`)
    await page.getByLabel('Username').fill(`Twice ${process.pid}`)
    await page.getByLabel('Email').fill(`twice${process.pid}@example.org`)
    await page.getByLabel('Password', { exact: true }).fill(newPassword)
    await page.getByLabel('Confirm password').fill(newPassword)
    await press('Sign Up')
    await toast(page, 'Welcome to RollCall!').waitFor()
    await openProfile(follower)
    await page.getByLabel('Current password').fill(newPassword)
    await page.getByLabel('New password', { exact: true }).fill('yet another secret')
    await page.getByLabel('Confirm new password').fill('yet another secret')
    await press('Change Password')
    await toast(page, 'Password Changed').waitFor()
    expect(requests).toEqual(['/api/forgot-password', '/api/restore-account', '/api/register', '/api/user/password'])
  })

  it('redirects a signed-in user away from the login page, and keeps Remember me checked until a logout', async () => {
    const { follower, page, login } = await enter('/')
    // Once this text is shown, no response that renews the cookie is pending.
    const untilLoaded = () => page.getByText('No Tournaments Added').waitFor()
    await page.goto(`${rollCall.url}/auth`)
    await page.waitForURL(`${rollCall.url}/`)
    await untilLoaded()
    await page.context().clearCookies()
    await page.goto(`${rollCall.url}/share`)
    await page.waitForURL('**/auth')
    const remember = page.getByRole('checkbox', { name: 'Remember me' })
    expect(await remember.isChecked()).toBe(false)
    await remember.check()
    await logIn(page, login, '/share')
    await page.goto(rollCall.url)
    await untilLoaded()
    await page.context().clearCookies()
    await page.goto(`${rollCall.url}/auth`)
    expect(await remember.isChecked()).toBe(true)
    await logIn(page, login)
    await logOut(follower)
    expect(await remember.isChecked()).toBe(false)
  })

  it('covers every tab of a browser, and returns each tab to its address unless another user signs in', async () => {
    const { follower, page, login } = await enter('/help')
    await page.getByRole('heading', { name: 'Help & Support' }).waitFor()
    await page.context().clearCookies()
    await page.goto(`${rollCall.url}/athlete-profile/1`)
    await page.getByRole('link', { name: 'Log In' }).click()
    const second = await page.context().newPage()
    await second.goto(`${rollCall.url}/?tab=athletes`)
    await second.waitForURL('**/auth')
    await second.reload()
    await second.getByRole('button', { name: 'Log In' }).waitFor()
    await logIn(page, login, '/athlete-profile/1')
    await second.waitForURL(`${rollCall.url}/?tab=athletes`)

    await logOut(follower)
    await second.waitForURL('**/auth')
    const { email, password } = await new Visitor(rollCall.url).signUp()
    await logIn(page, { email, password })
    await second.waitForURL(`${rollCall.url}/`)
    expect(follower.pageErrors).toEqual([])
  })

  it('lasts in the tab that logs out until the logout is answered, even if the tab’s socket is closed earlier', async () => {
    const { follower, page } = await enter('/help')
    const second = await page.context().newPage()
    await second.goto(rollCall.url)
    await second.getByText('No Tournaments Added').waitFor()
    await openProfile(follower)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/logout', async (route) => {
      const response = await route.fetch()
      await released
      await route.fulfill({ response })
    })
    await page.getByRole('main').getByRole('button', { name: 'Log Out' }).click()
    await second.waitForURL('**/auth')
    // By now the first tab, too, has seen its socket close and the stored flag of the session removed.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    expect(page.url()).toBe(`${rollCall.url}/profile`)
    release()
    await page.waitForURL('**/auth')
    await page.getByRole('button', { name: 'Log In' }).waitFor()
    expect(await page.getByText('Your session has ended').count()).toBe(0)
    expect(follower.pageErrors).toEqual([])
  })

  it('delays a screen until the user is known', async () => {
    // A second browser of the same user, without cached data.
    const storageState = await (await enter()).page.context().storageState()
    const device = await openContext(browser, { ...phone, storageState })
    const page = await device.newPage()
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/api/user', async (route) => {
      await promise
      await route.fallback()
    })
    await page.goto(`${rollCall.url}/athlete-profile/1`)
    await page.getByText('Checking authentication...').waitFor()
    await page.goto(`${rollCall.url}/help`)
    await page.getByText('Loading RollCall').first().waitFor({ state: 'attached' })
    expect(await page.getByRole('heading', { name: 'Help & Support' }).count()).toBe(0)
    resolve()
    await page.getByRole('heading', { name: 'Help & Support' }).waitFor()
  })

  it('is not needed for the 404 page of an unknown path [D31]', async () => {
    const { page } = await arrive('/no/such/page')
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
    await page.getByText('Did you forget to add the page to the router?').waitFor()
    expect(new URL(page.url()).pathname).toBe('/no/such/page')
  })
})

it('a screen that is opened from the menu starts at its top', async () => {
  const { page } = await enter('/help')
  await page.getByRole('heading', { name: 'Help & Support' }).waitFor()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Sponsors', exact: true }).click()
  await page.getByRole('heading', { name: 'Current sponsors' }).waitFor()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

describe('A forgotten password', () => {
  it('is replaced through an emailed link, which works once and leads back to the login', async () => {
    const follower = await arrive()
    const { page } = follower
    const { email } = await new Visitor(rollCall.url).signUp()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Forgot Password' }).click()
    // The typed email is filled in (WCAG 3.3.7).
    expect(await page.getByLabel('Email').inputValue()).toBe(email)
    await page.getByRole('button', { name: 'Send Reset Link' }).click()
    await toast(page, 'Reset link sent!').waitFor()
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    expect(await page.getByRole('main').innerText()).toContain(
      "Check your email for the password reset link. If you don't see it in your inbox, please check your spam/junk folder.",
    )

    const link = await linkIn(email, resetSubject)
    await page.goto(link)
    await setPassword(page, newPassword)
    await page.getByRole('heading', { name: 'Password Reset Successful' }).waitFor()
    await page.waitForURL('**/auth')
    await logIn(page, { email, password: newPassword })

    await logOut(follower)
    await page.goto(link)
    await page.getByRole('alert').getByText('This reset link is invalid or has expired.').waitFor()
    await page.getByRole('link', { name: 'Send a new link' }).click()
    await page.getByRole('button', { name: 'Send Reset Link' }).waitFor()
    expect(follower.pageErrors).toEqual([])
  })

  it('causes an email in the chosen language, regardless of the browser’s language', async () => {
    const { page } = await arrive()
    const { email } = await new Visitor(rollCall.url).signUp()
    await page.evaluate(() => localStorage.setItem('language', 'ja'))
    await page.goto(`${rollCall.url}/auth?mode=forgot`)
    await page.getByRole('textbox').fill(email)
    await page.getByRole('button', { name: 'リンクを送る' }).click()
    const { html } = await emails.mailTo(email, 'RollCallのパスワード再設定')
    expect(html).toContain('<html lang="ja">')
  })

  it('[T-06] is replaced on a page that contacts no other host, sends no referrer and drops the token from its address', async () => {
    const follower = await arrive()
    const { page } = follower
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).origin))
    const link = await resetLink()
    const answer = await page.goto(link)
    await page.getByRole('button', { name: 'Reset Password' }).waitFor()
    expect(page.url()).toBe(`${rollCall.url}/reset-password`)
    expect(answer?.headers()['referrer-policy']).toBe('no-referrer')
    expect(new Set(requests)).toEqual(new Set([rollCall.url]))
    await page.getByRole('link', { name: 'Back to Login' }).click()
    await page.getByRole('button', { name: 'Forgot Password' }).waitFor()
    await page.goBack()
    await page.waitForURL((url) => url.search === '')
    expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage, history.state]))).not.toContain(
      new URL(link).searchParams.get('token'),
    )
  })

  it('cannot be replaced through a link without a token, which leads to the login, or with an empty token, which is refused', async () => {
    const { page } = await arrive('/reset-password')
    await page.waitForURL('**/auth')
    await toast(page, 'Invalid Reset Link').waitFor()
    await toast(page, 'The password reset link is invalid or missing.').waitFor()
    await page.goto(`${rollCall.url}/reset-password?token=%20`)
    await setPassword(page, newPassword)
    await toast(page, 'Invalid reset token').waitFor()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Choose a new password')
  })

  it('leads to a toast that says for eight seconds that the link was sent', async () => {
    const { page } = await arrive()
    await page.clock.install()
    await page.goto(`${rollCall.url}/auth?mode=forgot`)
    await page.getByLabel('Email').fill('nobody.here@example.org')
    await page.getByRole('button', { name: 'Send Reset Link' }).click()
    await toast(page, 'Reset link sent!').waitFor()
    // Three seconds remain as a margin for a slow machine; most toasts close after two.
    await page.clock.fastForward(5_000)
    expect(await toast(page, 'Reset link sent!').isVisible()).toBe(true)
    await page.clock.fastForward(3_000)
    await toast(page, 'Reset link sent!').waitFor({ state: 'hidden' })
  })

  it('is not replaced, and the page shows an error, when the server limits the requests, a proxy answers, or nothing does', async () => {
    const { page } = await arrive()
    const answers = [
      { status: 429, body: '{"success":false,"error":"Too many requests. Please try again later.","code":"too-many"}' },
      { status: 502, body: '<html>Bad Gateway</html>' },
      null,
    ]
    await page.route('**/api/{forgot,reset}-password', (route) => {
      const answer = answers[0]
      return answer ? route.fulfill(answer) : route.abort()
    })
    const errorAfter = async (button: string): Promise<string> => {
      await page.getByRole('button', { name: button }).click()
      return page.getByRole('alert').filter({ hasText: /./ }).first().innerText()
    }
    await page.goto(`${rollCall.url}/auth?mode=forgot`)
    await page.getByLabel('Email').fill('maria@example.org')
    expect(await errorAfter('Send Reset Link')).toBe('Too many requests. Please try again later.')
    await page.goto(await resetLink())
    await page.getByLabel('New password', { exact: true }).fill(newPassword)
    await page.getByLabel('Confirm password').fill(newPassword)
    expect(await errorAfter('Reset Password')).toBe('Too many requests. Please try again later.')
    await toast(page, 'Reset Failed').waitFor()
    answers.shift()
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await page.getByRole('alert').getByText('Failed to reset password', { exact: true }).waitFor()
    answers.shift()
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await page.getByRole('alert').getByText('Failed to reset password. Please try again.').waitFor()
    await page.goto(`${rollCall.url}/auth?mode=forgot`)
    await page.getByLabel('Email').fill('maria@example.org')
    expect(await errorAfter('Send Reset Link')).toBe('Failed to send reset email. Please try again.')
    answers.unshift({ status: 502, body: '' })
    await page.getByRole('button', { name: 'Send Reset Link' }).click()
    await page.getByRole('alert').getByText('Failed to send reset email', { exact: true }).waitFor()
  })

  it('can be reported by keyboard alone, and the user can then log in the same way', async () => {
    const { page } = await arrive()
    const { email, password } = await new Visitor(rollCall.url).signUp()
    await page.getByRole('button', { name: 'Log In' }).waitFor()
    /** Presses Tab once, and expects the focus on the field or button of this name. */
    const tabOnceTo = async (name: string): Promise<void> => {
      await page.keyboard.press('Tab')
      const label = await page
        .locator(':focus')
        .evaluate(
          (element) =>
            element.getAttribute('aria-label') ??
            (element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element.textContent),
        )
      expect(label).toBe(name)
    }
    await tabOnceTo('Email')
    await page.keyboard.type(email)
    for (const name of ['Password', 'Show password', 'Remember me', 'Forgot Password']) await tabOnceTo(name)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Reset your password' }).waitFor()
    await tabOnceTo('Email')
    await tabOnceTo('Send Reset Link')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    await tabOnceTo('Email')
    await tabOnceTo('Password')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${rollCall.url}/`)
  })
})

describe('The profile', () => {
  it('takes a new name and address, and the owner of the old address can restore the account', async () => {
    const { follower, page, login } = await enter()
    const { email, password } = login
    await page.goto(await linkIn(email, confirmSubject))
    await page.getByRole('button', { name: 'Confirm My Address' }).click()
    await page.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor()
    const stolen = `stolen-${email}`
    await openProfile(follower)
    await page.getByLabel('Username').fill('  Açaí Coach ')
    await page.getByLabel('Email').fill(` ${stolen} `)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await toast(page, 'Profile Updated').waitFor()
    expect(await page.getByLabel('Username').inputValue()).toBe('Açaí Coach')
    await logOut(follower)
    await logIn(page, { email: stolen, password })

    const owner = await arrive()
    await owner.page.goto(await linkIn(email, 'The email address of your RollCall account was changed'))
    await owner.page.getByRole('button', { name: 'Restore My Account' }).waitFor()
    expect(owner.page.url()).toBe(`${rollCall.url}/restore-account`)
    await owner.page.getByRole('button', { name: 'Restore My Account' }).click()
    await owner.page.getByRole('heading', { name: 'Your account is yours again' }).waitFor()
    await page.waitForURL('**/auth')

    await owner.page.getByRole('button', { name: 'Set a New Password' }).click()
    await owner.page.waitForURL(`${rollCall.url}/reset-password`)
    await owner.page.reload()
    await setPassword(owner.page, newPassword)
    // A link for users who do not wait for the redirect (WCAG 2.2.1).
    await owner.page.getByRole('link', { name: 'Go to Login' }).click()
    await logIn(owner.page, { email, password: newPassword })
    expect([...follower.pageErrors, ...owner.pageErrors]).toEqual([])
  })

  it('restores unsaved text after the session ended, only for the user who typed it', async () => {
    const { follower, page, login } = await enter()
    const stranger = await new Visitor(rollCall.url).signUp()
    const username = page.getByLabel('Username')
    const known = await username.inputValue()
    const endWhileTyping = async (): Promise<void> => {
      await username.fill('Açaí Coach')
      await page.getByLabel('New password', { exact: true }).fill(newPassword)
      await page.context().clearCookies()
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await page.getByText('Your session has ended').waitFor()
      // A phone may discard the page in the background.
      await page.reload()
    }
    await endWhileTyping()
    await logIn(page, login, '/profile')
    await page.getByText('You typed this earlier. It is not saved yet.').waitFor()
    expect(await username.inputValue()).toBe('Açaí Coach')
    expect(await page.getByLabel('New password', { exact: true }).inputValue()).toBe('')
    await page.getByRole('button', { name: 'Discard' }).click()
    expect(await username.inputValue()).toBe(known)

    await endWhileTyping()
    await logIn(page, stranger)
    await openProfile(follower)
    expect(await username.inputValue()).toBe(stranger.name)
    const stored = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))
    expect(stored).not.toContain('Açaí')
    expect(stored).not.toContain(newPassword)
  })

  it('keeps text that is typed while earlier changes are being saved', async () => {
    const { page } = await enter()
    const { promise, resolve } = Promise.withResolvers<void>()
    const requests: string[] = []
    await page.route('**/api/user/profile', async (route) => {
      requests.push(route.request().postData() ?? '')
      await promise
      await route.continue()
    })
    const email = await page.getByLabel('Email').inputValue()
    const save = page.getByRole('main').getByRole('button', { name: 'Save Changes' })
    await page.getByLabel('Username').fill(` Slow ${process.pid} `)
    await save.evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    await page.getByRole('button', { name: 'Saving...' }).waitFor()
    await page.getByLabel('Email').fill(`later-${email}`)
    resolve()
    await toast(page, 'Profile Updated').waitFor()
    expect(await page.getByLabel('Username').inputValue()).toBe(`Slow ${process.pid}`)
    expect(await page.getByLabel('Email').inputValue()).toBe(`later-${email}`)
    expect(requests).toHaveLength(1)
  })

  it('shows a change made on another device, except in a field that the user has typed over', async () => {
    const { page, login } = await enter()
    const laptop = new Visitor(rollCall.url)
    await laptop.call('login', { body: { username: login.email, password: login.password, rememberMe: false } })
    await untilCached(page, ['user'])
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/api/user', async (route) => {
      await promise
      await route.continue()
    })
    await page.reload()
    const username = page.getByLabel('Username')
    await page.getByLabel('Email').fill(`later-${login.email}`)
    await laptop.call('updateProfile', { body: { username: `Renamed ${process.pid}`, email: login.email } })
    resolve()
    await expect.poll(() => username.inputValue()).toBe(`Renamed ${process.pid}`)
    expect(await page.getByLabel('Email').inputValue()).toBe(`later-${login.email}`)
  })

  it('shows at the name field that a name is taken', async () => {
    const { name: taken } = await new Visitor(rollCall.url).signUp()
    const { page } = await enter()
    await page.getByLabel('Username').fill(taken)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await toast(page, 'Update Failed').waitFor()
    expect(await problemOf(page, 'Username')).toBe('This username is taken.')
  })

  it('changes the password only with the current one, and logs out the other devices', async () => {
    const { follower: here, page, login } = await enter()
    const { email, password } = login
    const there = await arrive()
    await logIn(there.page, login)
    const change = async (current: string): Promise<void> => {
      await page.getByLabel('Current password').fill(current)
      await page.getByLabel('New password', { exact: true }).fill(newPassword)
      await page.getByLabel('Confirm new password').fill(newPassword)
      await page.getByRole('button', { name: 'Change Password' }).click()
    }
    await change('not the password')
    await toast(page, 'Password Change Failed').waitFor()
    expect(await problemOf(page, 'Current password')).toBe('Current password is incorrect.')
    await change(password)
    await toast(page, 'Password Changed').waitFor()
    await there.page.waitForURL('**/auth')
    await page.reload()
    await page.getByText('this device', { exact: true }).waitFor()
    await logIn(there.page, { email, password: newPassword })
    expect([...here.pageErrors, ...there.pageErrors]).toEqual([])
  })

  it('[S-08] lists the user’s sessions, five at first, and ends the session of another device', async () => {
    const { page, login } = await enter('/')
    const there = await arrive()
    await logIn(there.page, login)
    await page.goto(`${rollCall.url}/profile`)
    const sessions = page.getByRole('region', { name: 'Sessions' }).getByRole('listitem')
    await expect.poll(() => sessions.count()).toBe(2)
    expect(await sessions.first().innerText()).toContain('this device')
    expect(await sessions.filter({ hasText: 'this device' }).getByRole('button').count()).toBe(0)
    await sessions.getByRole('button', { name: /^End the session on .+ last used .+ ago$/ }).click()
    await toast(page, 'Session Ended').waitFor()
    await expect.poll(() => sessions.count()).toBe(1)
    await there.page.waitForURL('**/auth')
    expect(page.url()).toBe(`${rollCall.url}/profile`)
    // Only the latest sessions are listed at first, to keep the logout button below them in view.
    await page.route('**/api/user/sessions', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as ResponseOf<'sessions'>
      const others = body.sessions.flatMap((session) =>
        [1, 2, 3, 4, 5, 6].map((more) => ({ ...session, id: session.id + more, current: false })),
      )
      await route.fulfill({ response, json: { ...body, sessions: [...body.sessions, ...others] } })
    })
    await page.reload()
    await expect.poll(() => sessions.count()).toBe(5)
    await page.getByRole('button', { name: 'Show 2 more' }).click()
    await expect.poll(() => sessions.count()).toBe(7)
  })

  it('switches the theme permanently, and logs out', async () => {
    const { page } = await enter()
    const dark = page.getByRole('switch', { name: 'Dark theme' })
    expect(await dark.isChecked()).toBe(true)
    await dark.click()
    expect(await dark.isChecked()).toBe(false)
    await page.reload()
    await dark.waitFor()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
    await page.getByRole('main').getByRole('button', { name: 'Log Out' }).click()
    await toast(page, 'Logged Out').waitFor()
    expect(page.url()).toBe(`${rollCall.url}/auth`)
    await page.goto(`${rollCall.url}/profile`)
    await page.waitForURL('**/auth')
  })
})

it('an invalid account restore link is refused with an error', async () => {
  const { page } = await arrive('/restore-account')
  await page.getByText('This link is invalid or has expired.').waitFor()
  await page.goto(`${rollCall.url}/restore-account?token=none-of-ours`)
  await page.getByRole('button', { name: 'Restore My Account' }).click()
  await toast(page, 'Account not restored').waitFor()
  expect(await page.getByRole('main').getByRole('alert').innerText()).toBe('This link is invalid or has expired.')
})

describe('Invalid input', () => {
  it('is reported at its field on the login, the sign-up and the forgotten password', async () => {
    const { page } = await arrive()
    await page.getByLabel('Email').fill('nobody')
    await page.getByRole('button', { name: 'Log In' }).click()
    expect(await problemOf(page, 'Email')).toBe('Please enter a valid email')
    expect(await problemOf(page, 'Password')).toBe('Password is required')

    await page.getByRole('button', { name: 'Sign Up' }).click()
    await page.getByLabel('Password', { exact: true }).fill('seven 7')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    expect(await problemOf(page, 'Username')).toBe('Username is required.')
    expect(await problemOf(page, 'Email')).toBe('Please enter a valid email')
    expect(await problemOf(page, 'Password')).toBe('Password must be at least 8 characters long')
    await page.getByLabel('Username').fill('Maria')
    await page.getByLabel('Email').fill('maria@example.org')
    await page.getByLabel('Password', { exact: true }).fill('eight 88')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    expect(await problemOf(page, 'Confirm password')).toBe("Passwords don't match")

    await page.goto(`${rollCall.url}/auth?mode=forgot`)
    await page.getByRole('button', { name: 'Send Reset Link' }).click()
    expect(await problemOf(page, 'Email')).toBe('Please enter a valid email')
  })

  it('is reported at its field on the password reset, which can show the passwords', async () => {
    const { page } = await arrive()
    await page.goto(await resetLink())
    await setPassword(page, 'seven 7')
    expect(await problemOf(page, 'New password')).toBe('Password must be at least 8 characters long')
    await setPassword(page, newPassword, 'another')
    expect(await problemOf(page, 'Confirm password')).toBe("Passwords don't match")
    for (const toggle of await page.getByRole('button', { name: 'Show password' }).all()) {
      expect(await toggle.getAttribute('aria-pressed')).toBe('false')
    }
    await page.getByRole('button', { name: 'Show password' }).first().click()
    expect(await page.getByLabel('New password', { exact: true }).getAttribute('type')).toBe('text')
    expect(await page.getByLabel('Confirm password').getAttribute('type')).toBe('password')
  })

  it('is reported on the profile at its field and in a toast', async () => {
    const { page } = await enter()
    const refused = async (button: string, field: string): Promise<string> => {
      await page.getByRole('main').getByRole('button', { name: button }).click()
      const sentence = await problemOf(page, field)
      await toast(page, 'Validation Error').waitFor()
      await toast(page, sentence).waitFor()
      return sentence
    }
    await page.getByLabel('Username').fill('  ')
    expect(await refused('Save Changes', 'Username')).toBe('Username is required.')
    await page.getByLabel('Username').fill('Maria')
    await page.getByLabel('Email').fill(' ')
    expect(await refused('Save Changes', 'Email')).toBe('Email is required.')
    await page.getByLabel('Email').fill('maria')
    expect(await refused('Save Changes', 'Email')).toBe('Please enter a valid email')

    const change = 'Change Password'
    expect(await refused(change, 'Current password')).toBe('Current password is required.')
    await page.getByLabel('Current password').fill('anything')
    expect(await refused(change, 'New password')).toBe('New password is required.')
    await page.getByLabel('New password', { exact: true }).fill('five5')
    expect(await refused(change, 'New password')).toBe('New password must be at least 6 characters long.')
    await page.getByLabel('New password', { exact: true }).fill('sixsix')
    await page.getByLabel('Confirm new password').fill('sixsax')
    expect(await refused(change, 'Confirm new password')).toBe('New passwords do not match.')
  })
})

it('no account screen has an accessibility fault in either theme', async () => {
  const follower = await arrive()
  const { page } = follower
  const check = async (screen: string): Promise<void> => {
    // The contrast of a toast cannot be measured while it fades, so the toasts are dismissed: all in one step, because a toast may
    // end between two steps.
    const dismiss = toasts(page).getByRole('button', { name: 'Dismiss' })
    await dismiss.evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()))
    await toasts(page).getByRole('listitem').waitFor({ state: 'detached' })
    expect(await accessibilityFaults(page, screen)).toEqual([])
  }
  await page.goto(`${rollCall.url}/reset-password?token=abc`)
  await page.getByRole('link', { name: 'Send a new link' }).waitFor()
  await check('reset with a dead link')
  await page.goto(await resetLink())
  await setPassword(page, 'short')
  await check('reset with a problem')
  await page.goto(`${rollCall.url}/restore-account?token=abc`)
  await page.getByRole('button', { name: 'Restore My Account' }).click()
  await page.getByRole('alert').first().waitFor()
  await check('restore that failed')
  const visitor = await new Visitor(rollCall.url).signUp()
  await signIn(page.context(), visitor, rollCall.url)
  await openProfile(follower)
  await page.getByText('this device', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Change Password' }).click()
  await check('profile')
  await logOut(follower)
  await page.getByRole('button', { name: 'Forgot Password' }).click()
  await check('forgot')
  await page.getByLabel('Email').fill(visitor.email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await toasts(page).getByRole('button', { name: 'Dismiss' }).click()
  await check('login after a link was sent')
  await page.clock.install()
  await page.goto(await linkIn(visitor.email, resetSubject))
  await setPassword(page, newPassword)
  await page.getByRole('heading', { name: 'Password Reset Successful' }).waitFor()
  expect(await accessibilityFaults(page, 'reset that worked')).toEqual([])
  expect(follower.pageErrors).toEqual([])
}, 120_000)
