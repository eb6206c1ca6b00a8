import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Day } from '#support/day.ts'
import type { RollCall } from '#support/rollcall.ts'
import type { Visitor } from '#support/visitor.ts'
import { accessibilityFaults } from './accessibility-faults.ts'
import { Follower } from './follower.ts'
import { follow, openStage, settle, type Stage } from './stage.ts'

let stage: Stage
let day: Day
let rollCall: RollCall
/** Who follows: on the page, and over HTTP. */
let visitor: Visitor
let follower: Follower
let page: Page
/** Where athletes of the day are found and followed. */
let athletes: string

beforeAll(async () => {
  stage = await openStage()
  ;({ day, rollCall } = stage)
  visitor = await settle(stage)
  follower = await Follower.enter(stage, visitor)
  page = follower.page
  athletes = await follower.openFollowing()
})
afterAll(() => stage?.close())

/** Athletes whom nobody follows yet, apart from those of the fights that a test steers. */
let strangers: string[] | undefined
function stranger(): string {
  strangers ??= [
    // Some have more matches than one.
    ...new Set(
      day
        .matches()
        .filter(({ categoryId, status }) => status !== 'started' && categoryId !== smallest().categoryId)
        .flatMap(({ sides }) => sides.map(({ name }) => plain(name)))
        .filter((name) => name !== ''),
    ),
  ]
  const name = strangers.pop()
  if (name === undefined) throw new Error('everybody is followed')
  return name
}
/** As RollCall shows a name that the source prints with stray blanks. */
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

it('the profile opens from a match card and changes by itself when a match ends', async () => {
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
  // The way through the day goes on: what is done, and what is next.
  const path = page.getByRole('region', { name: 'The day so far' })
  await path.getByRole('listitem').filter({ hasText: 'Next' }).waitFor({ timeout: 60_000 })
  expect(await path.getByRole('listitem').first().innerText()).toContain('WIN')
  expect(await page.evaluate(() => 'isTheSamePage' in window)).toBe(true)
  expect(follower.complaints).toEqual([])
}, 150_000)

it('the podium appears with the athlete’s own row marked, and says who did not show', async () => {
  const [first, second, final] = day.matches().filter((match) => match.categoryId === smallest().categoryId)
  if (!first || !second || !final) throw new Error('a category of four has three fights')
  const names = first.sides.map(({ name }) => plain(name))
  const [medalist = '', gone = ''] = names
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
  const opponents = await section('Completed Matches').getByRole('article').all()
  expect(await opponents[0]?.getAttribute('aria-label')).toBe(`vs ${gone}`)

  expect(await accessibilityFaults(page, 'profile')).toEqual([])
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  }
  expect(follower.complaints).toEqual([])
}, 180_000)

it('links lead to the competition system alone, in a tab of their own (D28)', async () => {
  await openProfile(stranger())
  const links = await section('Tournament Details').getByRole('link').all()
  expect(links.length).toBe(2)
  for (const link of links) {
    expect(await link.getAttribute('href')).toMatch(
      new RegExp(`^${day.url}/tournaments/\\d+/(categories/\\d+|tournament_days/by_competitor\\?competitor_id=\\d+)$`),
    )
    expect(await link.getAttribute('rel')).toContain('noopener')
  }
  expect(follower.complaints).toEqual([])
})

it('a refresh says how it ended', async () => {
  await openProfile(stranger())
  const refresh = page.getByRole('button', { name: 'Refresh', exact: true })
  // On a busy machine the first answer may be that it is still being read.
  const told = page.getByRole('listitem').filter({ hasText: /Data Refreshed|Refreshing\.\.\./ })
  const ask = async (): Promise<string> => {
    await refresh.click()
    return told.innerText()
  }
  await expect.poll(ask, { timeout: 50_000, interval: 10_000 }).toContain('Data Refreshed')

  const answers = [
    {
      status: 200,
      body: '{"success":false,"message":"It is down.","error":"It is down."}',
      says: /Scraping Failed\s*It is down\./,
    },
    {
      status: 429,
      body: '{"success":false,"error":"Slow down.","code":"too-many"}',
      says: /Refresh Failed\s*Slow down\./,
    },
    { status: 502, body: '<html>', says: /Refresh Failed\s*HTTP 502: Bad Gateway/ },
  ]
  for (const { status, body, says } of answers) {
    await page.route(
      '**/refresh-order-of-fights',
      (route) => route.fulfill({ status, body, contentType: 'text/plain' }),
      {
        times: 1,
      },
    )
    await refresh.click()
    await page.getByRole('listitem').filter({ hasText: says }).waitFor()
  }
  await page.route('**/refresh-order-of-fights', (route) => route.abort(), { times: 1 })
  await refresh.click()
  await page
    .getByRole('listitem')
    .filter({ hasText: /Refresh Failed\s*Failed to refresh Order of Fights data/ })
    .waitFor()
  expect(follower.complaints).toEqual([])
})

it('an unfollow that is refused changes nothing; one that is not leads to the athletes', async () => {
  const name = stranger()
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
  // Whom one does not follow is nobody.
  await page.goto(profile)
  await page.getByText('Athlete Not Found').waitFor()
  expect(follower.complaints).toEqual([])
})

it('private notes and tags are there again after a reload, on another device, and with the next follow', async () => {
  const name = stranger()
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

  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByLabel('Notes', { exact: true }).fill('Starts fast.')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => notes.inputValue(), { timeout: 20_000 }).toBe('Starts fast.')
  await other.close()

  // A follow that ends by a slip of the thumb costs nothing.
  await page.goto(athletes)
  await page.getByRole('button', { name: `Unfollow ${name}` }).click()
  await page.getByRole('button', { name: `Unfollow ${name}` }).waitFor({ state: 'detached' })
  await openProfile(name)
  await page.getByRole('button', { name: 'Remove tag Guard player' }).waitFor()
  // What this browser kept is shown first.
  await expect.poll(() => notes.inputValue(), { timeout: 20_000 }).toBe('Starts fast.')
  expect(follower.complaints).toEqual([])
})

it('notes that two devices write at once keep both texts; those written without a network wait on the device', async () => {
  const name = stranger()
  await openProfile(name)
  const notes = page.getByLabel('Notes', { exact: true })
  const save = page.getByRole('button', { name: 'Save' })
  const saved = page.getByRole('listitem').filter({ hasText: 'Notes Saved' })
  await notes.fill('Starts slowly.')

  const other = await page.context().newPage()
  await other.goto(address('/'))
  await other.evaluate(async (id) => {
    const body = JSON.stringify({ notes: 'Likes the left.', tags: ['guard'] })
    const headers = { 'content-type': 'application/json' }
    await fetch(`/api/athletes/${id}/notes`, { method: 'PUT', body, headers })
  }, page.url().split('/').at(-1))
  await other.close()
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
  await notes.fill('Written in a hall.')
  await page.getByText('This device keeps what you wrote').waitFor()
  await save.click()
  await page.getByText('Notes not saved').waitFor()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.getByRole('link', { name: `Profile of ${name}` }).click()
  await expect.poll(() => notes.inputValue(), { timeout: 20_000 }).toBe('Written in a hall.')
  await page.context().setOffline(false)
  await page.reload()
  await page.getByText('Not saved yet.').waitFor()
  expect(await notes.inputValue()).toBe('Written in a hall.')
  await save.click()
  await saved.waitFor()
  await page.getByText('Not saved yet.').waitFor({ state: 'detached' })
  await page.reload()
  await expect.poll(() => notes.inputValue(), { timeout: 20_000 }).toBe('Written in a hall.')
  expect(await page.evaluate(() => localStorage.getItem('drafts'))).toBe('{}')
  // The browser complains of each call without a network.
  follower.complaints.length = 0
})

it('all its addresses are one; what names no athlete is not found', async () => {
  await openProfile(stranger())
  const id = page.url().split('/').at(-1)
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  for (const alias of [`/athlete/${id}`, `/fighters/${id}`]) {
    await page.goto(address(alias))
    await page.waitForURL(address(`/athlete-profile/${id}`))
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  }
  for (const nobody of ['2000000000', 'nobody']) {
    await page.goto(address(`/athlete-profile/${nobody}`))
    await page.getByText('Athlete Not Found').waitFor()
  }
  expect(await accessibilityFaults(page, 'not found')).toEqual([])
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await page.getByRole('heading', { level: 1, name: 'Athletes' }).waitFor()
  expect(follower.complaints).toEqual([])
})

it('without a network it keeps what it shows, and says so; where the source is down it says that', async () => {
  const name = stranger()
  await openProfile(name)
  await page.context().setOffline(true)
  await page.getByText("You're offline").waitFor()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.context().setOffline(false)
  await page.getByText("You're offline").waitFor({ state: 'detached' })

  await page.route('**/order-of-fights', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: { source: { state: string } } }
    body.data.source.state = 'down'
    await route.fulfill({ response, json: body })
  })
  const notice = page.getByText("The competition system isn't responding. You're seeing the last known data.")
  // A reading of the source that is told while the profile is loaded is newer than what was loaded.
  const isSaid = async (): Promise<boolean> => {
    await page.reload()
    return notice.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    )
  }
  await expect.poll(isSaid, { timeout: 60_000 }).toBe(true)
  await page.unroute('**/order-of-fights')
  expect(follower.complaints).toEqual([])
})

it('who is not signed in is asked to log in, at the profile’s own address', async () => {
  await page.context().clearCookies()
  await page.goto(address('/fighters/7'))
  await page.getByText('Authentication Required').waitFor()
  expect(page.url()).toBe(address('/athlete-profile/7'))
  expect(await accessibilityFaults(page, 'signed out')).toEqual([])
  expect(await page.getByRole('link', { name: 'Go to Home' }).getAttribute('href')).toBe('/')
  await page.getByRole('link', { name: 'Log In' }).click()
  await page.waitForURL(address('/auth'))
  expect(follower.complaints).toEqual([])
})

/** The first fight of the smallest category: four athletes, three fights. */
function smallest() {
  const counts = new Map<number, number>()
  for (const { categoryId } of day.matches()) counts.set(categoryId, (counts.get(categoryId) ?? 0) + 1)
  const fight = day.matches().find(({ categoryId }) => counts.get(categoryId) === 3)
  if (!fight) throw new Error('there is no category of four')
  return fight
}
