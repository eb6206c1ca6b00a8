// A page of one user while another one is signed in in the same browser, and a page behind a network that lies.
import type { BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TrueMatch } from '#simulator/index.ts'
import type { Visitor } from '#support/visitor.ts'
import { Follower, phone } from './follower.ts'
import { createFollower, openContext, openStage, signIn, type Stage } from './stage.ts'
import { storedBy, untilCached } from './stored.ts'

const pollOptions = { timeout: 30_000 }

let stage: Stage
let names: [string, string]
let ana: Visitor
let ben: Visitor
let context: BrowserContext
let page: Page
let pageErrors: string[]

beforeAll(async () => {
  stage = await openStage({ day: { athletes: [8, 4] } })
  // Of two categories, so that neither is the other's opponent.
  const fights = stage.day.matches().filter(({ sides }) => sides.every(({ name }) => name !== null))
  const [first] = fights
  const second = fights.find(({ categoryId }) => categoryId !== first?.categoryId)
  names = [nameIn(first), nameIn(second)]
  ana = await createFollower(stage, names[0])
  ben = await createFollower(stage, names[1])
  await ana.call('share', { body: {} })
  await ana.call('setClaimRight', { body: { mayClaim: true } })
})
afterAll(() => stage?.close())

/** A name as RollCall shows it, with single blanks. */
const nameIn = (fight: TrueMatch | undefined): string => (fight?.sides[0].name ?? '').replace(/\s+/g, ' ').trim()

const card = (name: string) => page.getByRole('article', { name })
const claim = () =>
  card(names[0])
    .first()
    .getByRole('button', { name: /^Who's got this\?/ })

/** Opens Ana's matches; with `sockets` false the page gets no live updates. */
async function openAsAna({ sockets = true } = {}): Promise<void> {
  context = await openContext(stage.browser, phone)
  await signIn(context, ana, stage.rollCall.url)
  if (!sockets) await context.routeWebSocket(/\/ws/, (socket) => void socket.close({ code: 1011 }))
  ;({ page, pageErrors } = await Follower.open(context, stage.rollCall.url))
  await card(names[0]).first().waitFor()
  await untilCached(page)
}

/** Signs Ben in in the same browser, without a sign in this page's storage. */
const signBenIn = (): Promise<void> => signIn(context, ben, stage.rollCall.url)

/** Ben's matches have his athlete, and the browser has nothing of Ana. */
async function expectBen(): Promise<void> {
  await card(names[1]).first().waitFor()
  await expect.poll(() => page.getByText(names[0]).count(), pollOptions).toBe(0)
  const stored = async (): Promise<string[]> => {
    const text = await storedBy(page)
    return [ana.email, ana.name, 'shared/of-ana', 'a note of Ana'].filter((secret) => text.includes(secret))
  }
  await expect.poll(stored, pollOptions).toEqual([])
  expect(pageErrors.filter((text) => !text.includes('WebSocket'))).toEqual([])
}

const returnFromCache = (): Promise<void> =>
  page.evaluate(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))

describe('A page of a user while another one is signed in in the browser', () => {
  it('shows nothing of the first user after it returned from the back-forward cache', async () => {
    await openAsAna({ sockets: false })
    await page.evaluate(() => {
      localStorage.setItem('shareUrl', 'https://rollcall.example/shared/of-ana')
      localStorage.setItem('shareExpiresAt', '2040-01-01T00:00:00Z')
      localStorage.setItem('drafts', '{"1/athlete 7":{"notes":"a note of Ana"}}')
    })
    await signBenIn()
    await returnFromCache()
    await expectBen()
    expect(await page.evaluate(() => localStorage.getItem('shareUrl'))).toBeNull()
  })

  it('hides the first user at once if another tab has stored the second, although the server does not answer', async () => {
    await openAsAna({ sockets: false })
    await signBenIn()
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await context.route('**/api/**', async (route: Route) => {
      await held
      await route.continue()
    })
    const { id } = await ben.call('user')
    await page.evaluate((user) => {
      localStorage.setItem('sessionUser', String(user))
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    }, id)
    await expect.poll(() => page.getByText(names[0]).count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/')
    release()
    await expectBen()
  })

  it('sends no claim of the first user with the second one’s session, and turns to the second', async () => {
    await openAsAna({ sockets: false })
    await signBenIn()
    const claims: number[] = []
    page.on('response', (response) => response.url().endsWith('/claim') && claims.push(response.status()))
    await claim().click()
    await expectBen()
    expect(claims.filter((status) => status !== 412)).toEqual([])
    for (const visitor of [ana, ben]) expect((await visitor.call('upcomingMatches')).claims).toEqual([])
  })

  it('keeps nothing that an earlier visit stored for the first user', async () => {
    await openAsAna({ sockets: false })
    await context.route('**/claim', (route) => route.abort())
    await claim().click()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('claims'))).not.toBeNull()
    await page.evaluate(() => localStorage.setItem('shareUrl', 'https://rollcall.example/shared/of-ana'))
    await page.goto('about:blank')
    await context.unroute('**/claim')
    await signBenIn()
    await page.goto(stage.rollCall.url)
    await expectBen()
    expect(await page.evaluate(() => localStorage.getItem('claims'))).toBeNull()
    for (const visitor of [ana, ben]) expect((await visitor.call('upcomingMatches')).claims).toEqual([])
  })
})

describe('A network that lies', () => {
  const attention = 'This network needs attention'
  let isLying: boolean
  beforeEach(() => {
    isLying = false
  })

  it('[N-17] keeps session and data while a proxy answers 401 to every call, says so, and recovers by itself', async () => {
    context = await openContext(stage.browser, phone)
    await signIn(context, ana, stage.rollCall.url)
    await context.route('**/api/**', (route) =>
      isLying
        ? route.fulfill({ status: 401, contentType: 'text/html', body: '<html>Sign in</html>' })
        : route.continue(),
    )
    await context.routeWebSocket(/\/ws/, (socket) => {
      if (isLying) void socket.close({ code: 1011 })
      else socket.connectToServer()
    })
    ;({ page, pageErrors } = await Follower.open(context, `${stage.rollCall.url}/`))
    await card(names[0]).first().waitFor()
    await untilCached(page)
    isLying = true
    await page.reload()
    await card(names[0]).first().waitFor()
    await page.getByRole('status').getByText(attention).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    expect(await page.evaluate(() => localStorage.getItem('hadSession'))).toBe('true')
    expect(await storedBy(page)).toContain(names[0])
    isLying = false
    await page.getByText(attention).waitFor({ state: 'detached', timeout: 30_000 })
    await page.getByText(/Last Updated \d+ ?s/).waitFor()
    expect(pageErrors.filter((text) => !text.includes('WebSocket'))).toEqual([])
  }, 90_000)

  it('[N-17] says what is wrong on a first visit behind a captive portal, and opens the login when it is gone', async () => {
    context = await openContext(stage.browser, phone)
    isLying = true
    await context.route('**/api/**', (route) =>
      isLying ? route.fulfill({ status: 511, contentType: 'text/html', body: '<html>Pay</html>' }) : route.continue(),
    )
    ;({ page } = await Follower.open(context, stage.rollCall.url))
    await page.getByText(attention).first().waitFor()
    isLying = false
    await page.waitForURL('**/auth', pollOptions)
    expect(await page.getByText(attention).count()).toBe(0)
  })

  it('shows the app and opens its socket although the browser reports that it is offline', async () => {
    context = await openContext(stage.browser, phone)
    await signIn(context, ana, stage.rollCall.url)
    await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false }))
    const id = (await ana.call('followedAthletes')).athletes[0]?.id
    page = await context.newPage()
    const socket = page.waitForEvent('websocket')
    await page.goto(`${stage.rollCall.url}/athlete-profile/${id}`)
    await page.getByRole('heading', { name: names[0] }).first().waitFor()
    await socket
    await page.evaluate(() => void dispatchEvent(new Event('offline')))
    const answered = page.waitForResponse('**/api/auth/check')
    await page.evaluate(() => void dispatchEvent(new Event('offline')))
    await answered
    expect(await page.getByText("You're offline").count()).toBe(0)
    await page.goto(stage.rollCall.url)
    await card(names[0]).first().waitFor()
    expect(await page.getByText("You're offline").count()).toBe(0)
  })
})

describe('A browser', () => {
  it('that does not know the venue’s zone shows the matches and the athlete', async () => {
    context = await openContext(stage.browser, phone)
    await signIn(context, ana, stage.rollCall.url)
    await context.addInitScript(() => {
      const Format = Intl.DateTimeFormat
      const isUnknown = (options?: Intl.DateTimeFormatOptions): boolean =>
        options?.timeZone !== undefined && options.timeZone !== 'UTC'
      Intl.DateTimeFormat = new Proxy(Format, {
        construct(target, [language, options]: [string, Intl.DateTimeFormatOptions?]) {
          if (isUnknown(options)) throw new RangeError(`Invalid time zone specified: ${options?.timeZone}`)
          return new target(language, options)
        },
      })
    })
    ;({ page, pageErrors } = await Follower.open(context, stage.rollCall.url))
    await card(names[0]).first().waitFor()
    const id = (await ana.call('followedAthletes')).athletes[0]?.id
    for (const path of [`/athlete-profile/${id}`, '/?tab=athletes', '/?tab=tournaments', '/share', '/profile']) {
      await page.goto(stage.rollCall.url + path)
      await page.getByRole('navigation').first().waitFor()
      await page.waitForLoadState('networkidle')
      expect([path, await page.getByText('Something went wrong').count()]).toEqual([path, 0])
    }
    expect(pageErrors).toEqual([])
  })

  it('at an address with a malformed percent sequence shows a page', async () => {
    context = await openContext(stage.browser, phone)
    await signIn(context, ana, stage.rollCall.url)
    page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    for (const path of [
      '/%',
      '/%E0%A4%A',
      '/athlete-profile/%',
      '/tournament/%ff/team',
      '/?tab=%E0%A4%A',
      '/#%E0%',
      '/?%#%',
    ]) {
      await page.goto(stage.rollCall.url + path)
      await page.getByRole('main').first().waitFor()
      expect([path, await page.getByText('Something went wrong').count()]).toEqual([path, 0])
    }
    expect(errors).toEqual([])
  })
})
