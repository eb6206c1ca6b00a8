// The screen on which athletes of a tournament are found and followed (core.md sections 2 and 4, follow flow).
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Day } from '#support/day.ts'
import { Follower } from './follower.ts'
import { openStage, settle, type Stage } from './stage.ts'

let stage: Stage
let day: Day
let follower: Follower
let page: Page
let names: [string, string]

beforeAll(async () => {
  stage = await openStage({ day: { athletes: [4] } })
  ;({ day } = stage)
  names = day.match('started').names
  follower = await Follower.enter(stage, await settle(stage))
  page = follower.page
  page.setDefaultTimeout(15_000)
  await follower.openFollowing()
})
afterAll(() => stage?.close())

const says = (text: string | RegExp) =>
  page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor()
const search = () => page.getByRole('searchbox', { name: 'Search athletes...' })
const following = () => page.getByRole('region', { name: 'Following' })
const follow = (name: string) => page.getByRole('button', { name: `Follow ${name}`, exact: true })
const unfollow = (name: string) => page.getByRole('button', { name: `Unfollow ${name}`, exact: true })

it('the screen says what it is ready for, what it looks for and what it found', async () => {
  await page.getByRole('heading', { level: 1, name: day.name }).waitFor()
  await says('Ready to search · 0 followed')
  await says('Search Athletes')
  await says('Ready to search...')
  await says('No followed athletes in this tournament')

  await search().fill('ab')
  await says('Type at least 3 characters to search.')
  await says('Ready to search · 0 followed')

  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/athletes?search=*', async (route) => {
    await promise
    await route.fallback()
  })
  await search().fill(names[0])
  await says('Searching athletes...')
  resolve()
  await says('1 found · 0 followed')
  await page.getByRole('region', { name: 'Search Results' }).getByText(names[0]).waitFor()
  await search().fill('nobody of that name')
  await says('No results found')
  await says('0 found · 0 followed')

  await search().fill('   ')
  await says('Ready to search · 0 followed')
  await says('Ready to search...')
  await search().fill('x'.repeat(300))
  await says('0 found · 0 followed')

  await page.context().setOffline(true)
  await search().fill(names[1])
  await says("You're offline · Check your connection and try again")
  await says('Ready to search · 0 followed')
  await page.context().setOffline(false)
  await says('1 found · 0 followed')
  expect(follower.complaints).toEqual([])
})

it('a follow is shown at once, tells that it is under way, and how long the data took, for five seconds', async () => {
  await search().fill(names[0])
  await follow(names[0]).waitFor()
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/athletes/*/follow', async (route) => {
    await promise
    await route.fallback()
  })
  await page.clock.install()
  await follow(names[0]).click()
  await following().getByText(names[0]).waitFor()
  await says('Processing 1 athlete...')
  await page.clock.runFor(300)
  await says(/^Getting match data\.\.\. \d\.[1-9]s$/)
  // From here on the page's time passes only as it is told to.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  resolve()
  const loaded = page.getByText(/^Match data loaded in \d+\.\ds$/)
  await loaded.waitFor()
  await page.clock.runFor(4_800)
  expect(await loaded.count()).toBe(1)
  await page.clock.runFor(400)
  await loaded.waitFor({ state: 'detached' })
  await says('1 found · 1 followed')
  await says('You already follow everyone found.')
  await page.unroute('**/api/athletes/*/follow')
  expect(follower.complaints).toEqual([])
})

it('the search is made 300 ms after the last letter, once', async () => {
  await search().fill('')
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  const asked: (string | null)[] = []
  const note = (request: Request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/athletes')) asked.push(searchParams.get('search'))
  }
  page.on('request', note)
  for (const letter of names[1].slice(0, 3)) {
    await page.keyboard.type(letter)
    await page.clock.runFor(290)
  }
  expect(asked).toEqual([])
  await page.clock.runFor(20)
  await expect.poll(() => asked).toEqual([names[1].slice(0, 3)])
  page.off('request', note)
  await page.clock.resume()
  expect(follower.complaints).toEqual([])
})

it('a follow whose data come later says so after a second, and for ten; then the matches are read again', async () => {
  await page.clock.install()
  await page.route('**/api/athletes/*/follow', async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as object
    await route.fulfill({ response, json: { ...json, priorityScraping: { success: false, processingTime: 4000 } } })
  })
  // What the socket says of data that are there would end the wait.
  await page.routeWebSocket(/\/ws/, () => undefined)
  await page.reload()
  await search().fill(names[1])
  await page.clock.runFor(400)
  await follow(names[1]).click()
  await says('Processing 1 athlete...')
  const later = page.getByText('Getting match data in background...')
  await expect
    .poll(async () => {
      await page.clock.runFor(300)
      return later.count()
    })
    .toBe(1)
  await page.clock.runFor(9_000)
  expect(await later.count()).toBe(1)
  const read = page.waitForRequest('**/api/matches/upcoming')
  await page.clock.runFor(1_200)
  await later.waitFor({ state: 'detached' })
  await read
  await page.unroute('**/api/athletes/*/follow')
  expect(follower.complaints).toEqual([])
})

it('a follow and an unfollow that are refused are taken back, and say so', async () => {
  await page.reload()
  await unfollow(names[0]).waitFor()
  const refuse = '**/api/athletes/*/follow'
  await page.route(refuse, (route) =>
    route.fulfill({ status: 409, json: { success: false, error: 'Not now.', code: 'limit' } }),
  )
  await unfollow(names[0]).click()
  await says('Failed to unfollow athlete: 409')
  await following().getByText(names[0]).waitFor()
  await page.unroute(refuse)

  await unfollow(names[0]).click()
  await unfollow(names[0]).waitFor({ state: 'detached' })
  await search().fill(names[0])
  await page.route(refuse, (route) =>
    route.fulfill({ status: 409, json: { success: false, error: 'Not now.', code: 'limit' } }),
  )
  await follow(names[0]).click()
  await says(`Could not follow ${names[0]}`)
  await says('Not now.')
  await follow(names[0]).waitFor()
  expect(await following().getByText(names[0]).count()).toBe(0)
  await page.unroute(refuse)
  expect(follower.complaints).toEqual([])
})

it('the way back leads to the tournaments', async () => {
  await page.getByRole('button', { name: 'Back to tournaments' }).click()
  await page.waitForURL('**/?tab=tournaments')
  await page.getByRole('article', { name: day.name }).waitFor()
  expect(follower.complaints).toEqual([])
})
