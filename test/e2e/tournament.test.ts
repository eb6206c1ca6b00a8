// The tournament page (decision D5, look.md 'Tournament page') in a real browser.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Day } from '#support/day.ts'
import type { RollCall } from '#support/rollcall.ts'
import { accessibilityFaults } from './accessibility-faults.ts'
import { Follower } from './follower.ts'
import { createFollower, openStage, type Stage } from './stage.ts'

let stage: Stage
let day: Day
let rollCall: RollCall

beforeAll(async () => {
  stage = await openStage({ day: { athletes: [8, 8, 8, 8, 8] } })
  ;({ day, rollCall } = stage)
})
afterAll(() => stage?.close())

/** Opens the tournament by its name, as a user who follows one athlete. */
async function enter(followed: string, timezoneId = 'America/New_York'): Promise<Follower> {
  const visitor = await createFollower(stage, followed)
  const follower = await Follower.enter(stage, visitor, { timezoneId, path: '/?tab=tournaments' })
  const { page } = follower
  await page.getByRole('link', { name: day.name, exact: true }).click()
  await page.waitForURL('**/tournament/*')
  await page.getByRole('heading', { level: 1, name: day.name }).waitFor()
  return follower
}

const mat = ({ page }: Follower, number: number) => page.getByRole('region', { name: `Mat ${number}`, exact: true })

it('the tournament page opens from its name, shows the next fights of each mat with the followed athlete marked, and updates itself', async () => {
  const own = day.match('started', 1)
  const unfollowed = day.match('started', 2)
  const follower = await enter(own.names[0])
  const { page } = follower

  const fight = mat(follower, 1).getByRole('article').first()
  await fight.getByText('LIVE').waitFor()
  expect(await fight.innerText()).toContain(`Fight ${own.fightNumber}`)
  expect(await fight.innerText()).toContain(own.names[1])
  expect(await fight.getByRole('link', { name: own.names[0] }).getAttribute('href')).toMatch(/^\/athlete-profile\/\d+$/)
  await fight.getByText('Blue belt').first().waitFor()

  const yours = page.getByRole('region', { name: 'Your athletes here' }).getByRole('article', { name: own.names[0] })
  expect(await yours.innerText()).toContain('Mat 1')
  await page
    .getByText(/seen \d+ s ago/)
    .first()
    .waitFor()
  for (const link of ['Order of Fights', 'Brackets'])
    expect(await page.getByRole('link', { name: new RegExp(`^${link} of`) }).getAttribute('href')).toContain(day.url)

  // The page also updates fights without a followed athlete.
  const other = mat(follower, 2).getByText(unfollowed.names[0], { exact: true })
  await other.first().waitFor()
  day.control.match({ ...day.matchIds(unfollowed), action: 'finish', winner: 'b' })
  await other.first().waitFor({ state: 'detached', timeout: 90_000 })
  expect(follower.pageErrors).toEqual([])
}, 150_000)

it('the tournament page shows one and a half mats on a phone, and only the mats scroll sideways and snap', async () => {
  const follower = await enter(day.match('assigned').names[0])
  const { page } = follower
  const columns = [await mat(follower, 1).boundingBox(), await mat(follower, 2).boundingBox()]
  expect(columns[0]?.x).toBeLessThan(20)
  expect((columns[0]?.width ?? 0) / 390).toBeGreaterThan(0.5)
  expect((columns[0]?.width ?? 0) / 390).toBeLessThan(0.75)
  expect(columns[1]?.x).toBeLessThan(330)
  const { snap, overflow } = await mat(follower, 1).evaluate((column) => ({
    snap: getComputedStyle(column.parentElement ?? column).scrollSnapType,
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }))
  expect(snap).toBe('x mandatory')
  expect(overflow).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Back to tournaments' }).click()
  await page.waitForURL('**/?tab=tournaments')
}, 90_000)

it('the tournament page names the venue’s zone once to a viewer in another zone, and adds the viewer’s time to the fights', async () => {
  const { page } = await enter(day.match('assigned').names[0], 'Pacific/Kiritimati')
  const yours = page.getByText(/ your time$/).first()
  await yours.waitFor()
  expect(await page.getByText(/(?:^|· )(?:Central|UK|Japan)\b/).count()).toBe(1)

  // A zone that is named after its city is shown in the header; if the location names the city, the location is shown instead.
  const [id] = /\d+$/.exec(new URL(page.url()).pathname) ?? []
  let location = ''
  await page.route(`**/api/tournaments/${id}`, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { tournament: object }
    Object.assign(body.tournament, { timezone: 'Europe/Lisbon', location })
    await route.fulfill({ response, json: body })
  })
  for (location of ['Lisbon, Lisbon, Portugal', 'Oeiras, Portugal']) {
    await page.reload()
    await page.getByText(location.replace('Lisbon, Lisbon', 'Lisbon'), { exact: true }).waitFor()
    await yours.waitFor()
    expect((await page.locator('body').innerText()).match(/Lisbon/g)).toHaveLength(1)
  }
}, 90_000)

it('the tournament page opens at /tournament and at /tournaments, and reports a tournament that does not exist', async () => {
  const follower = await enter(day.match('assigned').names[0])
  const { page } = follower
  const [id] = /\d+$/.exec(new URL(page.url()).pathname) ?? []
  await page.goto(`${rollCall.url}/tournaments/${id}`)
  await page.waitForURL(`**/tournament/${id}`)
  await page.getByRole('heading', { level: 1, name: day.name }).waitFor()
  await page.goto(`${rollCall.url}/tournament/424242`)
  await page.getByRole('heading', { name: 'Tournament not found' }).waitFor()
  await page.goto(`${rollCall.url}/tournament/none`)
  await page.getByText('404 Page Not Found').waitFor()
  expect(follower.pageErrors).toEqual([])
}, 90_000)

it('the tournament page has no accessibility fault in either theme', async () => {
  const follower = await enter(day.match('assigned').names[0])
  await mat(follower, 2).getByRole('article').first().waitFor()
  expect(await accessibilityFaults(follower.page, 'tournament')).toEqual([])
}, 90_000)
