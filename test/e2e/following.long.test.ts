// The screen that finds and follows athletes of a tournament (core.md sections 2 and 4, follow flow).
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Day } from '#support/day.ts'
import { Follower } from './follower.ts'
import type { Visitor } from '#support/visitor.ts'
import { createFollower, openStage, pauseClock, type Stage } from './stage.ts'
import { storedBy } from './stored.ts'

let stage: Stage
let day: Day
let visitor: Visitor
let follower: Follower
let page: Page
let names: [string, string]

beforeAll(async () => {
  stage = await openStage({ day: { athletes: [4] } })
  ;({ day } = stage)
  names = day.match('started').names
  visitor = await createFollower(stage)
  follower = await Follower.enter(stage, visitor)
  page = follower.page
  page.setDefaultTimeout(15_000)
  await follower.openFollowing()
})
afterAll(() => stage?.close())

const expectText = (text: string | RegExp) =>
  page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor()
const search = () => page.getByRole('searchbox', { name: 'Search athletes...' })
const following = () => page.getByRole('region', { name: 'Following' })
const followButton = (name: string) => page.getByRole('button', { name: `Follow ${name}`, exact: true })
const unfollowButton = (name: string) => page.getByRole('button', { name: `Unfollow ${name}`, exact: true })

it('the follow screen says when it is ready, when it searches and what it found', async () => {
  await page.getByRole('heading', { level: 1, name: day.name }).waitFor()
  await expectText('Ready to search · 0 followed')
  await expectText('Search Athletes')
  await expectText('Ready to search...')
  await expectText('No followed athletes in this tournament')

  await search().fill('ab')
  await expectText('Type at least 3 characters to search.')
  await expectText('Ready to search · 0 followed')

  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/athletes?search=*', async (route) => {
    await promise
    await route.fallback()
  })
  await search().fill(names[0])
  await expectText('Searching athletes...')
  resolve()
  await expectText('1 found · 0 followed')
  await page.getByRole('region', { name: 'Search Results' }).getByText(names[0]).waitFor()
  await search().fill('nobody of that name')
  await expectText('No results found')
  await expectText('0 found · 0 followed')

  await search().fill('   ')
  await expectText('Ready to search · 0 followed')
  await expectText('Ready to search...')
  await search().fill('x'.repeat(300))
  await expectText('0 found · 0 followed')

  expect(await page.getByText('Follow the team').count()).toBe(0)

  await page.context().setOffline(true)
  await search().fill(names[1])
  await expectText("You're offline · Check your connection and try again")
  await expectText('Ready to search · 0 followed')
  await page.context().setOffline(false)
  await expectText('1 found · 0 followed')
  expect(follower.pageErrors).toEqual([])
})

it('a search for another name removes what the search before it found, until it is answered', async () => {
  await search().fill(names[0])
  await followButton(names[0]).waitFor()
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/(?:athletes|teams)\?search=/, async (route) => {
    await promise
    await route.fallback()
  })
  await search().fill(names[1].slice(0, -1))
  await expectText('Searching athletes...')
  expect(await page.getByRole('region', { name: 'Search Results' }).getByRole('button').count()).toBe(0)
  expect(await page.getByText('1 found', { exact: false }).count()).toBe(0)
  resolve()
  await followButton(names[1]).waitFor()
  expect(await followButton(names[0]).count()).toBe(0)
  await page.unrouteAll({ behavior: 'wait' })
})

/**
 * Reloads the page and searches for a term that is not cached. Only the test advances the page's clock, and the request for teams
 * is not answered before `answerTeams` is called.
 */
async function searchWithSlowTeams(term: string): Promise<{ answerTeams: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.reload()
  await page.getByRole('heading', { name: 'Largest teams' }).waitFor()
  await page.route(/\/teams\?search=/, async (route) => {
    await promise
    await route.continue()
  })
  await page.clock.install()
  await pauseClock(page)
  const answered = page.waitForResponse('**/athletes?search=*')
  await search().fill(term)
  await page.clock.runFor(300)
  await (await answered).finished()
  for (let steps = 0; steps < 20; steps++) await page.clock.runFor(50)
  return { answerTeams: resolve }
}
/** Waits for the button, and advances the page's clock by `step` ms at a time. */
const untilFound = (name: string, step: number) =>
  expect
    .poll(async () => {
      await page.clock.runFor(step)
      return followButton(name).count()
    })
    .toBe(1)

it('the athletes that a search finds appear together with the teams, so that no button moves when the teams arrive later', async () => {
  const { answerTeams } = await searchWithSlowTeams(names[0].slice(0, -1))
  await expectText('Searching athletes...')
  expect(await followButton(names[0]).count()).toBe(0)
  const answered = page.waitForResponse(/\/teams\?search=/)
  answerTeams()
  await answered
  // Too little to reach the two seconds after which the athletes appear without the teams.
  await untilFound(names[0], 1)
  expect(await page.getByRole('heading', { name: /teams/i }).count()).toBe(0)
  await page.unrouteAll({ behavior: 'wait' })
  await page.clock.resume()
})

it('the athletes that a search finds appear after two seconds if the teams do not arrive', async () => {
  const { answerTeams } = await searchWithSlowTeams(names[0].slice(0, -2))
  expect(await followButton(names[0]).count()).toBe(0)
  await page.clock.runFor(1_000)
  await untilFound(names[0], 50)
  answerTeams()
  await page.unrouteAll({ behavior: 'wait' })
  await page.clock.resume()
})

it('a follow appears at once, shows its progress, and then for five seconds how long the data took', async () => {
  await page.reload()
  const answers = [/\/athletes\?search=/, /\/teams\?search=\w/].map((pattern) => page.waitForResponse(pattern))
  await search().fill(names[0])
  await Promise.all(answers)
  await followButton(names[0]).waitFor()
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/athletes/*/follow', async (route) => {
    await promise
    await route.fallback()
  })
  await page.clock.install()
  await followButton(names[0]).click()
  await following().getByText(names[0]).waitFor()
  await expectText('Processing 1 athlete...')
  await page.clock.runFor(300)
  await expectText(/^Getting match data\.\.\. \d\.[1-9]s$/)
  await pauseClock(page)
  resolve()
  const loaded = page.getByText(/^Match data loaded in \d+\.\ds$/)
  await loaded.waitFor()
  await page.clock.runFor(4_800)
  expect(await loaded.count()).toBe(1)
  await page.clock.runFor(400)
  await loaded.waitFor({ state: 'detached' })
  await expectText('1 found · 1 followed')
  await expectText('You already follow everyone found.')
  await page.unroute('**/api/athletes/*/follow')
  expect(follower.pageErrors).toEqual([])
})

it('a search is sent once, 300 ms after the last keystroke', async () => {
  await search().fill('')
  await pauseClock(page)
  const searches: (string | null)[] = []
  const noteSearch = (request: Request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/athletes')) searches.push(searchParams.get('search'))
  }
  page.on('request', noteSearch)
  for (const character of names[1].slice(0, 3)) {
    await page.keyboard.type(character)
    await page.clock.runFor(290)
  }
  expect(searches).toEqual([])
  await page.clock.runFor(20)
  await expect.poll(() => searches).toEqual([names[1].slice(0, 3)])
  page.off('request', noteSearch)
  await page.clock.resume()
  expect(follower.pageErrors).toEqual([])
})

it('a follow whose data arrive later says so for ten seconds, and then the matches are read again', async () => {
  await page.clock.install()
  await page.route('**/api/athletes/*/follow', async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as object
    await route.fulfill({ response, json: { ...json, priorityScraping: { success: false, processingTime: 4000 } } })
  })
  // A socket message about the loaded data would end the wait.
  await page.routeWebSocket(/\/ws/, () => undefined)
  await page.reload()
  await search().fill(names[1])
  await page.clock.runFor(400)
  await followButton(names[1]).click()
  await expectText('Processing 1 athlete...')
  const later = page.getByText('Getting match data in background...')
  await expect
    .poll(async () => {
      await page.clock.runFor(300)
      return later.count()
    })
    .toBe(1)
  await page.clock.runFor(9_000)
  expect(await later.count()).toBe(1)
  const listRequest = page.waitForRequest('**/api/matches/upcoming')
  await page.clock.runFor(1_200)
  await later.waitFor({ state: 'detached' })
  await listRequest
  await page.unroute('**/api/athletes/*/follow')
  expect(follower.pageErrors).toEqual([])
})

it('[R-23] a follow while the competition system is not read says so at once', async () => {
  await page.route('**/api/athletes/*/follow', async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as object
    const priorityScraping = { success: false, processingTime: 9, notRead: true }
    await route.fulfill({ response, json: { ...json, priorityScraping } })
  })
  // A socket message about the loaded data would end the card.
  await page.routeWebSocket(/\/ws/, () => undefined)
  await page.reload()
  await search().fill(names[1])
  const follow = followButton(names[1])
  const unfollow = unfollowButton(names[1])
  await follow.or(unfollow).first().waitFor()
  if (await unfollow.isVisible()) {
    await unfollow.click()
    await follow.waitFor()
  }
  await follow.click()
  await expectText('RollCall is not reading the competition system at the moment. The matches come later.')
  await page.unroute('**/api/athletes/*/follow')
  expect(follower.pageErrors).toEqual([])
})

it('a refused follow or unfollow is undone and shows an error', async () => {
  await page.reload()
  await unfollowButton(names[0]).waitFor()
  const refuse = '**/api/athletes/*/follow'
  await page.route(refuse, (route) =>
    route.fulfill({ status: 409, json: { success: false, error: 'Not now.', code: 'limit' } }),
  )
  await unfollowButton(names[0]).click()
  await expectText('Failed to unfollow athlete: 409')
  await following().getByText(names[0]).waitFor()
  await page.unroute(refuse)

  await unfollowButton(names[0]).click()
  await unfollowButton(names[0]).waitFor({ state: 'detached' })
  await search().fill(names[0])
  await page.route(refuse, (route) =>
    route.fulfill({ status: 409, json: { success: false, error: 'Not now.', code: 'limit' } }),
  )
  await followButton(names[0]).click()
  await expectText(`Could not follow ${names[0]}`)
  await expectText('Not now.')
  await followButton(names[0]).waitFor()
  expect(await following().getByText(names[0]).count()).toBe(0)
  await page.unroute(refuse)
  expect(follower.pageErrors).toEqual([])
})

it('a follow and an unfollow that the server has not received when the page is closed are sent when the app is opened again', async () => {
  const second = await page.context().newPage()
  await second.goto(page.url())
  await second.getByRole('button', { name: `Unfollow ${names[1]}`, exact: true }).waitFor()
  // The requests stay unanswered, as on a slow network.
  await second.route('**/api/athletes/*/follow', () => undefined)
  await second.getByRole('searchbox').fill(names[0])
  await second.getByRole('button', { name: `Follow ${names[0]}`, exact: true }).click()
  await second.getByRole('button', { name: `Unfollow ${names[0]}`, exact: true }).waitFor()
  await second.getByRole('button', { name: `Unfollow ${names[1]}`, exact: true }).click()
  const queuedChanges = async (of: Page) => (await storedBy(of)).split('"change":').length - 1
  await expect.poll(() => queuedChanges(second)).toBe(2)
  await second.close()

  await page.reload()
  await unfollowButton(names[0]).waitFor()
  const followed = async () => (await visitor.call('followedAthletes')).athletes.map(({ name }) => name)
  await expect.poll(followed).toEqual([names[0]])
  await expect.poll(() => queuedChanges(page)).toBe(0)
  expect(follower.pageErrors).toEqual([])
})

it('the back button of the follow screen leads to the tournaments', async () => {
  await page.getByRole('button', { name: 'Back to tournaments' }).click()
  await page.waitForURL('**/?tab=tournaments')
  await page.getByRole('article', { name: day.name }).waitFor()
  expect(follower.pageErrors).toEqual([])
})
