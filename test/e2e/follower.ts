// A follower with a phone: the steps of a user in a real browser. Elements are found by text and role.
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { Visitor } from '#support/visitor.ts'
import { openContext, signIn } from './stage.ts'

export type Login = { email: string; password: string }

/** The default browser context: a phone. */
export const phone = { viewport: { width: 390, height: 844 }, locale: 'en-US', timezoneId: 'America/New_York' }

let accounts = 0

export class Follower {
  readonly page: Page
  /** Uncaught errors and console errors of the page. */
  readonly pageErrors: string[] = []
  private readonly url: string

  private constructor(page: Page, url: string) {
    this.page = page
    this.url = url
    page.on('pageerror', (error) => this.pageErrors.push(error.message))
    page.on('console', (message) => {
      // The browser itself logs failed requests; the tests check how the page handles them.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        this.pageErrors.push(message.text())
    })
  }

  /** Opens this address of RollCall in a new browser context without a session. */
  static async arrive(browser: Browser, url: string, viewport = phone.viewport): Promise<Follower> {
    return Follower.open(await openContext(browser, { ...phone, viewport }), url)
  }

  /** Opens the screen at this path, by default the dashboard, in a new browser context with the visitor's session. */
  static async enter(
    { browser, rollCall: { url } }: { browser: Browser; rollCall: { url: string } },
    visitor: Visitor,
    { path = '', ...options }: BrowserContextOptions & { path?: string } = {},
  ): Promise<Follower> {
    const context = await openContext(browser, { ...phone, ...options })
    await signIn(context, visitor, url)
    return Follower.open(context, url, path)
  }

  /** Opens RollCall in an existing browser context. */
  static async open(context: BrowserContext, url: string, path = ''): Promise<Follower> {
    const follower = new Follower(await context.newPage(), url)
    await follower.page.goto(url + path)
    return follower
  }

  /** Signs up a new account; returns its login. */
  async signUp(): Promise<Login> {
    const { page } = this
    const name = `follower${process.pid}n${++accounts}`
    const login = { email: `${name}@example.org`, password: 'a long enough secret' }
    await page.waitForURL('**/auth')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await page.getByLabel('Username').fill(name)
    await page.getByLabel('Email').fill(login.email)
    await page.getByLabel('Password', { exact: true }).fill(login.password)
    await page.getByLabel('Confirm password').fill(login.password)
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
    await page.getByText('No Tournaments Added').waitFor()
    return login
  }

  /** Logs in on the login page, with or without Remember me. */
  async logIn({ email, password }: Login, isRemembered = false): Promise<void> {
    const { page } = this
    await page.waitForURL('**/auth')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    if (isRemembered) await page.getByLabel('Remember me').check()
    await page.getByRole('button', { name: 'Log In', exact: true }).click()
    await page.getByRole('navigation').getByText('Matches').waitFor()
  }

  /** Adds a tournament by its name, and opens the screen on which its athletes can be followed. */
  async add(tournament: string): Promise<void> {
    const { page } = this
    await page.getByRole('button', { name: 'Add Tournament' }).first().click()
    await page.getByRole('checkbox', { name: tournament }).click()
    await page.getByRole('button', { name: 'Add 1 Tournament' }).click()
    await page.getByRole('button', { name: 'Select Athletes to Follow' }).first().click()
    await page.waitForURL('**/athletes/*')
  }

  /** Searches for an athlete by name on the screen that follows athletes, and follows the athlete. */
  async follow(name: string): Promise<void> {
    const { page } = this
    await page.getByRole('searchbox').fill(name)
    // The button changes before the server has answered.
    const answer = page.waitForResponse('**/api/athletes/*/follow')
    await page.getByRole('button', { name: `Follow ${name}`, exact: true }).click()
    await answer
    await page.getByRole('button', { name: `Unfollow ${name}`, exact: true }).waitFor()
  }

  /** Opens the screen that finds and follows athletes of the user's only tournament; returns its address. */
  async openFollowing(): Promise<string> {
    const { page, url } = this
    await page.goto(`${url}/?tab=tournaments`)
    await page.getByRole('button', { name: 'Select Athletes to Follow' }).click()
    await page.waitForURL('**/athletes/*')
    return page.url()
  }

  async openMatches(): Promise<void> {
    await this.page.goto(this.url)
    await this.page.getByRole('navigation').getByText('Matches').click()
  }

  /** The card of an athlete's match. */
  card(name: string): Locator {
    return this.page.getByRole('article', { name })
  }
}
