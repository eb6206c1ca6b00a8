// Screens whose parts arrive one after another: what can be tapped stays where it first appeared.
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { PlanDraft } from '#simulator/index.ts'
import type { Visitor } from '#support/visitor.ts'
import { phone } from './follower.ts'
import { addDay, createFollower, follow, openContext, openStage, pauseClock, signIn, type Stage } from './stage.ts'

const division = { age: 'Adult', gender: 'Male', belt: 'BLUE', weight: 'Light', athletes: 4 } as const
/** The same four people in both tournaments, so that their followers are offered them in the next one. */
const categories = [{ ...division, regulars: [0, 1, 2, 3] }]
const next = {
  id: 3106,
  name: 'Harbor Autumn Open',
  firstDay: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
  // While the date in UTC is ahead of the venue's, this first day is the day after tomorrow there.
  publishedHoursBefore: 72,
  categories,
} as const satisfies PlanDraft

/** In ms, for work that the server does after it has answered the request. */
const withinMinute = { timeout: 60_000, interval: 200 }

let stage: Stage
let visitor: Visitor
let shareUrl: string
let tournamentId: number
let athleteId: number

beforeAll(async () => {
  stage = await openStage({ day: { openFor: -30, plan: { categories }, others: [next] } })
  const [first, second] = stage.day.match('assigned').names
  visitor = await createFollower(stage, first)
  // A second card, which would move if a step of the day were added to the first one above it.
  await follow(visitor, second)
  ;({ shareUrl } = await visitor.call('share', { body: {} }))
  await visitor.call('setClaimRight', { body: { mayClaim: true } })
  const { athletes } = await visitor.call('followedAthletes')
  ;({ id: athleteId, tournamentId } = athletes[0] ?? { id: 0, tournamentId: 0 })
  await visitor.call('createFollowRule', { body: { team: 'A team of nobody', tournamentId: null } })
  await addDay(await createFollower(stage), next)
  await vi.waitFor(async () => {
    if ((await visitor.call('personOffers')).offers.length === 0) throw new Error('nobody is offered')
  }, withinMinute)
})
afterAll(() => stage?.close())

type Screen = {
  address: () => string
  /** A CSS selector of what the user may tap. */
  target: string
  /** Matches the path of the response with which the target appears. */
  first: RegExp
  /** Matches the paths of the requests that the test holds until the page has rendered that response. */
  later: RegExp
}

const screens: [name: string, screen: Screen][] = [
  [
    'an athlete',
    {
      address: () => `/athlete-profile/${athleteId}`,
      target: 'button[aria-label^="The opponent"]',
      first: /\/order-of-fights$/,
      later: /^\/api\/(?!user$|auth\/check$|athletes\/\d+\/order-of-fights$)/,
    },
  ],
  [
    'the followed athletes',
    {
      address: () => '/?tab=athletes',
      target: 'li:last-child a[aria-label^="Profile of"]',
      first: /\/athletes\/followed$/,
      later: /\/follow-rules$|\/user\/steps$|\/people\/offers$/,
    },
  ],
  [
    'the athletes to follow',
    {
      address: () => `/athletes/${tournamentId}`,
      target: '[aria-label^="Follow team"]',
      first: /\/teams$/,
      later: /\/athletes\/followed$/,
    },
  ],
  [
    'a tournament',
    {
      address: () => `/tournament/${tournamentId}`,
      target: '[aria-label="Mat 1"] article',
      first: /\/tournaments\/\d+$/,
      later: /\/athletes\/followed$/,
    },
  ],
  [
    'a shared RollCall with the right to claim',
    {
      address: () => new URL(shareUrl).pathname,
      target: 'li:last-child article a',
      first: /\/shared\//,
      later: /\/claim-control/,
    },
  ],
]

it.each(screens)(
  'What can be tapped stays in place while the page of %s loads',
  async (_, { address, target, first, later }) => {
    const context = await openContext(stage.browser, phone)
    await signIn(context, visitor, stage.rollCall.url)
    const page = await context.newPage()
    await page.addInitScript(notePlaces, target)
    const held = await hold(context, later)
    const answered = page.waitForResponse((response) => first.test(new URL(response.url()).pathname))
    await page.goto(new URL(address(), stage.rollCall.url).href)
    await (await answered).finished()
    await expect.poll(held.count).toBeGreaterThan(0)
    await untilIdle(page)
    await held.release()
    await page.locator(target).first().waitFor()
    await page.waitForLoadState('networkidle')
    await untilIdle(page)
    expect(await page.evaluate('places')).toHaveLength(1)
  },
)

it('A card of the day list names from the start the team that its athlete is followed by, and keeps its height', async () => {
  const [{ team } = { team: null }] = (await visitor.call('followedAthletes')).athletes
  const coach = await createFollower(stage)
  await coach.call('createFollowRule', { body: { team: team ?? '', tournamentId } })
  await vi.waitFor(async () => expect((await coach.call('upcomingMatches')).matches).not.toEqual([]), withinMinute)
  const context = await openContext(stage.browser, phone)
  await signIn(context, coach, stage.rollCall.url)
  const page = await context.newPage()
  const held = await hold(context, /^\/api\/(?!user$|auth\/check$|matches\/upcoming$)/)
  await page.goto(stage.rollCall.url)
  const card = page.getByRole('article').first()
  await card.waitFor()
  expect(await card.textContent()).toContain(`via ${team}`)
  const height = (): Promise<number> => card.evaluate((element) => element.clientHeight)
  const before = await height()
  await held.release()
  await page.waitForLoadState('networkidle')
  expect(await height()).toBe(before)
})

it('The product’s mark is painted before the program arrives', async () => {
  const context = await openContext(stage.browser, phone)
  const page = await context.newPage()
  const held = await hold(context, /^\/assets\/.*\.js$/)
  await page.goto(stage.rollCall.url, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  const top = (phone.viewport.height - 56) / 2
  expect(await page.locator('#root > svg').boundingBox()).toMatchObject({ y: top, width: 56, height: 56 })
  await held.release()
  await page.getByRole('button', { name: 'Log In', exact: true }).waitFor()
})

it.each([
  ['the login', () => '/auth', 'form', 'auth-screen'],
  ['an athlete', () => `/athlete-profile/${athleteId}`, 'button[aria-label^="The opponent"]', 'athlete-screen'],
])('The first screen, %s, appears without a spinner before it', async (_, address, part, code) => {
  const context = await openContext(stage.browser, phone)
  if (address() !== '/auth') await signIn(context, visitor, stage.rollCall.url)
  const page = await context.newPage()
  await page.addInitScript(noteSpinners)
  // While its clock stands still, the page does not give up waiting for the response of /api/user.
  await page.clock.install()
  await pauseClock(page)
  const held = await hold(context, /^\/api\/(user|auth\/check)$/)
  const files = [code, 'background'].map((file) => page.waitForResponse(new RegExp(`/assets/${file}-`)))
  await page.goto(new URL(address(), stage.rollCall.url).href)
  for (const file of files) await (await file).finished()
  // Storage answers in order: the page has read its empty offline cache before this.
  await page.evaluate(() => indexedDB.databases())
  await held.release()
  await page.clock.resume()
  await page.locator(part).first().waitFor()
  expect(await page.evaluate('spinners')).toBe(0)
})

/** Runs in the page: counts the changes of the page after which it shows a spinner. */
function noteSpinners(): void {
  Object.assign(window, { spinners: 0 })
  new MutationObserver(() => {
    if (document.querySelector('[role=status] .animate-spin')) (window as unknown as { spinners: number }).spinners++
  }).observe(document, { childList: true, subtree: true })
}

/** Runs in the page: records each place of the element, from the top of the page, at which it was painted. */
function notePlaces(target: string): void {
  const places: number[] = []
  Object.assign(window, { places })
  const note = (): void => {
    const element = document.querySelector(target)
    const top = element && Math.round(element.getBoundingClientRect().top + scrollY)
    if (top !== null && top !== places.at(-1)) places.push(top)
    requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
}

/** Holds the requests of these paths. `release` sends them, and resolves when all are answered. */
async function hold(context: BrowserContext, paths: RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const answers: Promise<unknown>[] = []
  await context.route(
    ({ pathname }) => paths.test(pathname),
    (route) => {
      const sent = promise.then(() => route.continue())
      answers.push(sent.then(async () => (await route.request().response())?.finished()))
      return sent
    },
  )
  return {
    count: () => answers.length,
    async release(): Promise<void> {
      resolve()
      await Promise.all(answers)
    },
  }
}

/** Resolves when the page has rendered what it has. */
const untilIdle = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((idle) => requestIdleCallback(() => requestIdleCallback(() => idle()))))

it('the dashboard of a new user shows that it loads until it can say what to do first', async () => {
  const newcomer = await createFollower(stage)
  const context = await openContext(stage.browser, phone)
  await signIn(context, newcomer, stage.rollCall.url)
  const page = await context.newPage()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/matches-empty-|\/api\/athletes\/followed$/, async (route) => {
    await held
    await route.continue()
  })
  const answered = page.waitForResponse('**/api/matches/upcoming')
  await page.goto(stage.rollCall.url)
  await answered
  await page.getByText('Athletes Update Every').waitFor()
  const content = page.getByRole('main')
  await content.getByRole('status', { name: 'Loading' }).waitFor()
  expect(await content.getByText('No upcoming matches').count()).toBe(0)
  release()
  await content.getByText('No Followed Athletes').waitFor()
  expect(await content.getByRole('status', { name: 'Loading' }).count()).toBe(0)
})
