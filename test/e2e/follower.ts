// A follower with a phone: the journey's steps in a real browser, by the words and roles that a person goes by.
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { Visitor } from '#support/visitor.ts'
import { signIn } from './stage.ts'

export type Login = { email: string; password: string }

/** What a follower holds, for whom nothing else is said. */
export const phone = { viewport: { width: 390, height: 844 }, locale: 'en-US', timezoneId: 'America/New_York' }

let people = 0

export class Follower {
  readonly page: Page
  /** What the browser complained of: uncaught errors and errors on the console. */
  readonly complaints: string[] = []
  private readonly url: string

  private constructor(page: Page, url: string) {
    this.page = page
    this.url = url
    page.on('pageerror', (error) => this.complaints.push(error.message))
    page.on('console', (message) => {
      // A failed request is logged by the browser itself; what the page makes of it is what counts.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        this.complaints.push(message.text())
    })
  }

  static async arrive(browser: Browser, url: string, viewport = phone.viewport): Promise<Follower> {
    return Follower.open(await browser.newContext({ ...phone, viewport }), url)
  }

  /** Opens the dashboard in a browser of its own in which the visitor is signed in. */
  static async enter(
    { browser, rollCall: { url } }: { browser: Browser; rollCall: { url: string } },
    visitor: Visitor,
    options: BrowserContextOptions = {},
  ): Promise<Follower> {
    const context = await browser.newContext({ ...phone, ...options })
    await signIn(context, visitor, url)
    return Follower.open(context, url)
  }

  /** Opens RollCall in a browser that is there already. */
  static async open(context: BrowserContext, url: string): Promise<Follower> {
    const follower = new Follower(await context.newPage(), url)
    await follower.page.goto(url)
    return follower
  }

  /** Makes an account of its own; gives what logs in to it. */
  async signUp(): Promise<Login> {
    const { page } = this
    const name = `follower${process.pid}n${++people}`
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

  /** Logs in on the login page, for this browser's session or to be remembered. */
  async logIn({ email, password }: Login, isRemembered = false): Promise<void> {
    const { page } = this
    await page.waitForURL('**/auth')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    if (isRemembered) await page.getByLabel('Remember me').check()
    await page.getByRole('button', { name: 'Log In', exact: true }).click()
    await page.getByRole('navigation').getByText('Matches').waitFor()
  }

  /** Adds a tournament by its name, and waits until its athletes can be chosen. */
  async add(tournament: string): Promise<void> {
    const { page } = this
    await page.getByRole('button', { name: 'Add Tournament' }).first().click()
    await page.getByRole('checkbox', { name: tournament }).click()
    await page.getByRole('button', { name: 'Add 1 Tournament' }).click()
    await page.getByRole('button', { name: 'Select Athletes to Follow' }).first().click()
    await page.waitForURL('**/athletes/*')
  }

  /** On the athletes screen: finds by name and follows. */
  async follow(name: string): Promise<void> {
    const { page } = this
    await page.getByRole('searchbox').fill(name)
    await page.getByRole('button', { name: `Follow ${name}`, exact: true }).click()
    await page.getByRole('button', { name: `Unfollow ${name}`, exact: true }).waitFor()
  }

  /** The screen on which athletes of the only tournament are found and followed; gives its address. */
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
