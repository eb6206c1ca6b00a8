import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Day } from '#support/day.ts'
import type { RollCall } from '#support/rollcall.ts'
import type { Visitor } from '#support/visitor.ts'
import { accessibilityFaults } from './accessibility-faults.ts'
import { Follower } from './follower.ts'
import { createFollower, follow, openStage, type Stage } from './stage.ts'

let stage: Stage
let day: Day
let rollCall: RollCall
/** `visitor` and `follower` are the same user, over HTTP and in the browser. */
let visitor: Visitor
let follower: Follower
let page: Page
/** The address of the screen that finds and follows athletes. */
let followingUrl: string

beforeAll(async () => {
  stage = await openStage()
  ;({ day, rollCall } = stage)
  visitor = await createFollower(stage)
  follower = await Follower.enter(stage, visitor)
  page = follower.page
  followingUrl = await follower.openFollowing()
})
afterAll(() => stage?.close())

/** The athletes that `nextAthlete` returns, from last to first: those of fights not in progress, without the smallest category. */
let unfollowed: string[] | undefined
function nextAthlete(): string {
  unfollowed ??= [
    // Some athletes have several matches.
    ...new Set(
      day
        .matches()
        .filter(({ categoryId, status }) => status !== 'started' && categoryId !== smallestCategory())
        .flatMap(({ sides }) => sides.map(({ name }) => plain(name)))
        .filter((name) => name !== ''),
    ),
  ]
  const name = unfollowed.pop()
  if (name === undefined) throw new Error('every athlete is followed')
  return name
}
/** A name as RollCall shows it, with single blanks. */
const plain = (name: string | null): string => (name ?? '').replace(/\s+/g, ' ').trim()

/** Follows an athlete and opens the profile from the card in the list of followed athletes. */
async function openProfile(name: string): Promise<void> {
  await follow(visitor, name)
  await page.goto(address('/?tab=athletes'))
  await page.getByRole('link', { name: `Profile of ${name}` }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}
const section = (name: string) => page.getByRole('region', { name })
const figure = (name: string) => page.getByRole('term').filter({ hasText: name }).locator('xpath=../dd')
const address = (path: string) => rollCall.url + path

it('the profile opens from a match card and updates itself when a match ends', async () => {
  const fight = day.match('started', 1)
  const [winner, loser] = fight.names
  await follower.follow(winner)
  await follower.openMatches()
  await page
    .getByRole('link', { name: `Profile of ${winner}` })
    .first()
    .click()
  await page.waitForURL('**/athlete-profile/*')
  const live = section('Upcoming & Live Matches').getByRole('article', { name: `vs ${loser}` })
  await live.getByText('LIVE').waitFor()
  expect(await figure('Wins').innerText()).toBe('0')
  expect(await figure('Win rate').innerText()).toContain('not known yet')
  await page.evaluate(() => Object.assign(window, { isTheSamePage: true }))

  day.control.match({ ...day.matchIds(fight), action: 'finish', winner: 'a' })
  const done = section('Completed Matches').getByRole('article', { name: `vs ${loser}` })
  await done.getByText(`Winner: ${winner}`).waitFor({ timeout: 60_000 })
  await live.waitFor({ state: 'detached' })
  await expect.poll(() => figure('Wins').innerText()).toBe('1')
  expect(await figure('Win rate').innerText()).toBe('100%')
  // The list of the day shows the finished match and the next one.
  const daySoFar = section('The day so far')
  await daySoFar.getByRole('listitem').filter({ hasText: 'Next' }).waitFor({ timeout: 60_000 })
  expect(await daySoFar.getByRole('listitem').first().innerText()).toContain('WIN')
  expect(await page.evaluate(() => 'isTheSamePage' in window)).toBe(true)
  expect(follower.pageErrors).toEqual([])
}, 150_000)

it('a match that ends while the profile is scrolled stays in place with its result, until a tap moves it to the completed ones', async () => {
  const fight = day
    .matches()
    .find(
      ({ categoryId, status, sides }) =>
        categoryId !== smallestCategory() &&
        !['started', 'finished'].includes(status) &&
        sides.every(({ name }) => name !== null),
    )
  if (!fight) throw new Error('no match is to come')
  const [winner, loser] = fight.sides.map(({ name }) => plain(name)) as [string, string]
  await openProfile(winner)
  const card = section('Upcoming & Live Matches').getByRole('article', { name: `vs ${loser}` })
  await page.evaluate(() => window.scrollTo(0, 150))
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(150)
  const before = await card.boundingBox()

  day.control.match({ ...day.matchIds(fight), action: 'finish', winner: 'a' })
  await card.getByText(`Winner: ${winner}`).waitFor({ timeout: 60_000 })
  const updatesButton = page.getByRole('button', { name: /^\d+ updates?$/ })
  await updatesButton.waitFor()
  // In the head of the screen, where it covers no name.
  expect(await page.locator('header').filter({ has: updatesButton }).count()).toBe(1)
  expect((await card.boundingBox())?.y).toBe(before?.y)
  await updatesButton.click()
  await section('Completed Matches')
    .getByRole('article', { name: `vs ${loser}` })
    .waitFor()
  expect(await card.count()).toBe(0)
  expect(follower.pageErrors).toEqual([])
}, 90_000)

it('the podium appears with the athlete’s row marked, and a match says that the opponent did not appear', async () => {
  const [first, second, final] = day.matches().filter((match) => match.categoryId === smallestCategory())
  if (!first || !second || !final) throw new Error('a category of four has three fights')
  const [medalist = '', absentee = ''] = first.sides.map(({ name }) => plain(name))
  await openProfile(medalist)
  await page.getByText('Places are shown here when a category is over.').waitFor()
  day.control.match({ ...day.matchIds(first), action: 'no-show', side: 'b' })
  day.control.match({ ...day.matchIds(second), action: 'finish', winner: 'a' })
  day.control.match({ ...day.matchIds(final), action: 'finish', winner: first.sides[0].athleteId ?? 'a' })
  const own = section('Tournament Results').getByRole('listitem').filter({ hasText: 'followed athlete' })
  await own.waitFor({ timeout: 60_000 })
  expect(await own.innerText()).toMatch(new RegExp(`1st\\s+${medalist}`))
  expect(await section('Tournament Results').getByRole('listitem').count()).toBe(4)
  await section('Completed Matches').getByText(`Winner: ${medalist}, opponent no-show`).waitFor({ timeout: 60_000 })
  const latest = section('Completed Matches').getByRole('article').first()
  expect(await latest.getAttribute('aria-label')).toBe(`vs ${absentee}`)
  // A win without a fight does not count in the record.
  expect(await latest.innerText()).toContain('NO FIGHT')
  await expect.poll(() => figure('Wins').innerText()).toBe('1')

  expect(await accessibilityFaults(page, 'profile')).toEqual([])
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  }
  expect(follower.pageErrors).toEqual([])
}, 180_000)

it('the links in the profile’s tournament details lead only to the competition system and open in a new tab (D28)', async () => {
  await openProfile(nextAthlete())
  const links = await section('Tournament Details').getByRole('link').all()
  expect(links.length).toBe(2)
  for (const link of links) {
    expect(await link.getAttribute('href')).toMatch(
      new RegExp(`^${day.url}/tournaments/\\d+/(categories/\\d+|tournament_days/by_competitor\\?competitor_id=\\d+)$`),
    )
    expect(await link.getAttribute('target')).toBe('_blank')
    expect(await link.getAttribute('rel')).toContain('noopener')
  }
  expect(follower.pageErrors).toEqual([])
})

it('a refresh of the profile shows its outcome', async () => {
  await openProfile(nextAthlete())
  const refresh = page.getByRole('button', { name: 'Refresh', exact: true })
  // On a busy machine the first response may be that the read is still running.
  const outcome = page.getByRole('listitem').filter({ hasText: /Data Refreshed|Refreshing\.\.\./ })
  const refreshOnce = async (): Promise<string> => {
    await refresh.click()
    return outcome.innerText()
  }
  await expect.poll(refreshOnce, { timeout: 50_000, interval: 10_000 }).toContain('Data Refreshed')

  const answers = [
    {
      status: 200,
      body: '{"success":false,"message":"It is down.","error":"It is down."}',
      message: /Scraping Failed\s*It is down\./,
    },
    {
      status: 429,
      body: '{"success":false,"error":"Slow down.","code":"too-many"}',
      message: /Refresh Failed\s*Slow down\./,
    },
    { status: 502, body: '<html>', message: /Refresh Failed\s*HTTP 502: Bad Gateway/ },
  ]
  for (const { status, body, message } of answers) {
    await page.route(
      '**/refresh-order-of-fights',
      (route) => route.fulfill({ status, body, contentType: 'text/plain' }),
      {
        times: 1,
      },
    )
    await refresh.click()
    await page.getByRole('listitem').filter({ hasText: message }).waitFor()
  }
  await page.route('**/refresh-order-of-fights', (route) => route.abort(), { times: 1 })
  await refresh.click()
  await page
    .getByRole('listitem')
    .filter({ hasText: /Refresh Failed\s*Failed to refresh Order of Fights data/ })
    .waitFor()
  expect(follower.pageErrors).toEqual([])
})

it('a refused unfollow changes nothing, and a successful one leads to the athletes', async () => {
  const name = nextAthlete()
  await openProfile(name)
  const profile = page.url()
  const unfollow = page.getByRole('button', { name: 'Unfollow' })
  await page.route('**/follow', (route) =>
    route.fulfill({ status: 409, body: '{"success":false,"error":"Not now.","code":"limit"}' }),
  )
  await unfollow.click()
  await page
    .getByRole('listitem')
    .filter({ hasText: /Unfollow Failed\s*Not now\./ })
    .waitFor()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.unroute('**/follow')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.waitForURL('**/?tab=athletes')
  await page.getByRole('link', { name: `Profile of ${name}` }).click()

  let answer = (): void => {}
  await page.route('**/follow', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    await route.continue()
  })
  await unfollow.click()
  await page.getByRole('dialog', { name: 'Unfollowing Athlete' }).waitFor()
  expect(await accessibilityFaults(page, 'unfollowing')).toEqual([])
  answer()
  await page.waitForURL('**/?tab=athletes')
  await page.unroute('**/follow')
  await page.getByRole('link', { name: `Profile of ${name}` }).waitFor({ state: 'detached' })
  // The profile of an athlete who is not followed does not exist for the user.
  await page.goto(profile)
  await page.getByText('Athlete Not Found').waitFor()
  expect(follower.pageErrors).toEqual([])
})

it('private notes and tags survive a reload, appear on another device, and return with the next follow', async () => {
  const name = nextAthlete()
  await openProfile(name)
  const notes = page.getByLabel('Notes', { exact: true })
  await notes.fill('Starts slowly.')
  await page.getByLabel('Add a tag').fill('Guard player')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByLabel('Add a tag').fill('guard PLAYER')
  await page.keyboard.press('Enter')
  await page.getByText('You already have this tag.').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Notes Saved' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Remove tag Guard player' }).waitFor()
  expect(await notes.inputValue()).toBe('Starts slowly.')

  const { page: other } = await Follower.enter(stage, visitor, { path: new URL(page.url()).pathname })
  const otherNotes = other.getByLabel('Notes', { exact: true })
  await other.getByRole('button', { name: 'Remove tag Guard player' }).waitFor()
  expect(await otherNotes.inputValue()).toBe('Starts slowly.')
  await otherNotes.fill('Starts fast.')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => notes.inputValue(), { timeout: 20_000 }).toBe('Starts fast.')

  // An accidental unfollow keeps the notes and tags.
  await page.goto(followingUrl)
  // The button disappears before the server has answered.
  const unfollowed = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.getByRole('button', { name: `Unfollow ${name}` }).click()
  await unfollowed
  await page.getByRole('button', { name: `Unfollow ${name}` }).waitFor({ state: 'detached' })
  await openProfile(name)
  await page.getByRole('button', { name: 'Remove tag Guard player' }).waitFor()
  // The browser shows its cached notes first.
  await expect.poll(() => notes.inputValue(), { timeout: 20_000 }).toBe('Starts fast.')
  expect(follower.pageErrors).toEqual([])
})

it('notes that two devices write at once can be merged, and notes written without a network stay on the device until saved', async () => {
  const name = nextAthlete()
  await openProfile(name)
  const notes = page.getByLabel('Notes', { exact: true })
  const save = page.getByRole('button', { name: 'Save' })
  const saved = page.getByRole('listitem').filter({ hasText: 'Notes Saved' })
  await notes.fill('Starts slowly.')

  const id = page.url().split('/').at(-1) ?? ''
  await visitor.call('athleteNotes', { id, body: { notes: 'Likes the left.', tags: ['guard'] } })
  await page.getByText('Changed on another device meanwhile:').waitFor()
  expect(await notes.inputValue()).toBe('Starts slowly.')
  expect(await save.count()).toBe(0)
  expect(await accessibilityFaults(page, 'notes that were changed meanwhile')).toEqual([])
  await page.getByRole('button', { name: 'Keep both' }).click()
  expect(await notes.inputValue()).toBe('Likes the left.\n\nStarts slowly.')
  await save.click()
  await saved.waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Remove tag guard' }).waitFor()
  await expect.poll(() => notes.inputValue(), { timeout: 20_000 }).toBe('Likes the left.\n\nStarts slowly.')

  await page.context().setOffline(true)
  await notes.fill('Written at a venue.')
  await page.getByText('This device keeps what you wrote').waitFor()
  await save.click()
  await page.getByText('Notes not saved').waitFor()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.getByRole('link', { name: `Profile of ${name}` }).click()
  await expect.poll(() => notes.inputValue(), { timeout: 20_000 }).toBe('Written at a venue.')
  await page.context().setOffline(false)
  await page.reload()
  await page.getByText('Not saved yet.').waitFor()
  expect(await notes.inputValue()).toBe('Written at a venue.')
  await save.click()
  await saved.waitFor()
  await page.getByText('Not saved yet.').waitFor({ state: 'detached' })
  await page.reload()
  await expect.poll(() => notes.inputValue(), { timeout: 20_000 }).toBe('Written at a venue.')
  expect(await page.evaluate(() => localStorage.getItem('drafts'))).toBe('{}')
  // The browser logs an error for each call without a network.
  follower.pageErrors.length = 0
})

it('every address of a profile redirects to the same one, and an unknown athlete is not found', async () => {
  await openProfile(nextAthlete())
  const id = page.url().split('/').at(-1)
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  for (const alias of [`/athlete/${id}`, `/fighters/${id}`]) {
    await page.goto(address(alias))
    await page.waitForURL(address(`/athlete-profile/${id}`))
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  }
  for (const unknown of ['2000000000', 'nobody']) {
    await page.goto(address(`/athlete-profile/${unknown}`))
    await page.getByText('Athlete Not Found').waitFor()
  }
  expect(await accessibilityFaults(page, 'not found')).toEqual([])
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await page.getByRole('heading', { level: 1, name: 'Athletes' }).waitFor()
  expect(follower.pageErrors).toEqual([])
})

it('the profile keeps its data without a network, and says when the network or the source is down', async () => {
  const name = nextAthlete()
  await openProfile(name)
  await page.context().setOffline(true)
  await page.getByText("You're offline").waitFor()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.context().setOffline(false)
  await page.getByText("You're offline").waitFor({ state: 'detached' })

  const silent = await Follower.enter(stage, visitor, { path: new URL(page.url()).pathname })
  // Without messages on the socket: they would report the true state of the source.
  await silent.page.routeWebSocket(/\/ws\?/, () => {})
  await silent.page.route('**/order-of-fights', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: { source: { state: string } } }
    body.data.source.state = 'down'
    await route.fulfill({ response, json: body })
  })
  await silent.page.reload()
  await silent.page.getByText("The competition system isn't responding. You're seeing the last known data.").waitFor()
  for (const { pageErrors } of [follower, silent]) expect(pageErrors).toEqual([])
})

/**
 * Opens a profile in a page whose version the server has replaced: the file of the profile's screen no longer exists.
 * `isFixedByReload`: a reload loads the new version. Resolves with the page and the paths of the profiles that it loaded.
 */
async function openProfileAfterUpgrade(
  name: string,
  isFixedByReload: boolean,
): Promise<{ old: Page; loaded: string[] }> {
  await follow(visitor, name)
  const { page: old } = await Follower.enter(stage, visitor)
  await old.goto(address('/?tab=athletes'))
  const link = old.getByRole('link', { name: `Profile of ${name}` })
  await link.waitFor()
  const program = (await old.locator('script[type=module]').getAttribute('src')) ?? ''
  const files = '**/assets/athlete-screen-*'
  await old.route(files, (route) => route.fulfill({ status: 404 }))
  await old.route(address('/'), async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll(program, '/assets/index-next.js') })
  })
  const loaded: string[] = []
  await old.route(address('/athlete-profile/*'), async (route) => {
    loaded.push(new URL(route.request().url()).pathname)
    if (isFixedByReload) await old.unroute(files)
    await route.continue()
  })
  await link.click()
  return { old, loaded }
}

it('the profile appears in a page of an earlier version, which reloads itself because the profile’s file is gone', async () => {
  const name = nextAthlete()
  const { old, loaded } = await openProfileAfterUpgrade(name, true)
  await old.getByRole('heading', { level: 1, name }).waitFor()
  expect(loaded).toEqual([new URL(old.url()).pathname])
  await old.context().close()
})

it('the profile says that it could not be loaded if its file is gone even after one reload', async () => {
  const { old, loaded } = await openProfileAfterUpgrade(nextAthlete(), false)
  await old.getByText('This part could not be loaded').waitFor()
  await old.getByRole('button', { name: 'Reload' }).waitFor()
  expect(loaded).toHaveLength(1)
  await old.context().close()
})

it('a signed-out visitor is asked to log in at the profile’s address', async () => {
  await page.context().clearCookies()
  await page.goto(address('/fighters/7'))
  await page.getByText('Authentication Required').waitFor()
  expect(page.url()).toBe(address('/athlete-profile/7'))
  expect(await accessibilityFaults(page, 'signed out')).toEqual([])
  expect(await page.getByRole('link', { name: 'Go to Home' }).getAttribute('href')).toBe('/')
  await page.getByRole('link', { name: 'Log In' }).click()
  await page.waitForURL(address('/auth'))
  expect(follower.pageErrors).toEqual([])
})

/** The id of the smallest category: four athletes, three fights. */
function smallestCategory(): number {
  const counts = new Map<number, number>()
  for (const { categoryId } of day.matches()) counts.set(categoryId, (counts.get(categoryId) ?? 0) + 1)
  const fight = day.matches().find(({ categoryId }) => counts.get(categoryId) === 3)
  if (!fight) throw new Error('there is no category of four')
  return fight.categoryId
}
