// The steps of an athlete's day, as a follower sees them: report, weigh-in, podium, open class, and an athlete who has withdrawn.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { FollowedAthlete } from '#contract/athletes.ts'
import type { Visitor } from '#support/visitor.ts'
import { accessibilityFaults } from './accessibility-faults.ts'
import { Follower } from './follower.ts'
import { createFollower, follow, openStage, type Stage } from './stage.ts'

/** A busy machine reads changed pages late. */
const soon = { timeout: 45_000 }
const inThreeHours = new Date(Date.now() + 3 * 3_600_000).toISOString()
/**
 * A tournament whose fights begin in three hours, in summer in two, because its opening time is a UTC time read as London's. At
 * first nobody has added it.
 */
const later = {
  id: 3106,
  name: 'Autumn Open 2026',
  city: 'London',
  state: 'England',
  country: 'United Kingdom',
  timezone: 'Europe/London',
  firstDay: inThreeHours.slice(0, 10),
  opensAt: inThreeHours.slice(11, 16),
  categories: [{ age: 'Adult', gender: 'Female', belt: 'BLUE', weight: 'Light', athletes: 4 }],
} as const

let stage: Stage
let visitor: Visitor
let follower: Follower
let page: Page
let fight: ReturnType<Stage['day']['match']>

beforeAll(async () => {
  // The first fights are in three hours, so the athletes report in two.
  stage = await openStage({ day: { openFor: -180, athletes: [2, 8, 1], plan: { oddities: 0 }, others: [later] } })
  fight = finalOfTwo()
  visitor = await createFollower(stage, fight.names[0])
})
afterAll(() => stage?.close())
beforeEach(async () => {
  follower = await Follower.enter(stage, visitor)
  ;({ page } = follower)
  page.setDefaultTimeout(soon.timeout)
})
afterEach(() => {
  if (follower.pageErrors.length > 0) throw new Error(follower.pageErrors.join('\n'))
})

/** The only fight of the category of two. */
function finalOfTwo(): ReturnType<Stage['day']['match']> {
  const { day } = stage
  const found = day.matches().find(({ categoryId }) => {
    return day.matches().filter((match) => match.categoryId === categoryId).length === 1
  })
  if (!found) throw new Error('there is no category of two')
  const [first, second] = found.sides.map(({ name }) => plain(name))
  return { ...found, names: [first ?? '', second ?? ''] }
}
const plain = (name: string | null): string => (name ?? '').replace(/\s+/g, ' ').trim()

/**
 * Requests reads of the athlete's pages until the athlete is as expected, because hours before the first fights the pages are
 * rarely read.
 */
async function readUntil(name: string, isExpected: (athlete: FollowedAthlete) => boolean): Promise<void> {
  const isRead = async (): Promise<boolean> => {
    const athlete = (await visitor.call('followedAthletes')).athletes.find((followed) => followed.name === name)
    if (!athlete) return false
    if (isExpected(athlete)) return true
    // Pages that were read in the last 30 s are not read again.
    await visitor.call('refreshOrderOfFights', { id: athlete.id })
    return false
  }
  await expect.poll(isRead, { timeout: 90_000, interval: 11_000 }).toBe(true)
}

const openProfile = async (name: string): Promise<void> => {
  await page.goto(`${stage.rollCall.url}/?tab=athletes`)
  await page.getByRole('link', { name: `Profile of ${name}` }).click()
  await page.getByRole('heading', { name: 'Steps of the day' }).waitFor()
}
const steps = () => page.getByRole('region', { name: 'Steps of the day' }).getByRole('listitem')

it('the card of an upcoming match shows when to report, and the profile lists the steps', async () => {
  await page
    .getByText(/^Report by \d/)
    .first()
    .waitFor()
  await openProfile(fight.names[0])
  expect(await steps().allInnerTexts()).toEqual([
    expect.stringMatching(/^Report by .*\sAt the venue/s),
    expect.stringMatching(/^Weigh-in: one try/),
  ])
  await page.getByText('Checklist').click()
  await page.getByText('Photo ID or federation card, before every fight').waitFor()
  expect(await accessibilityFaults(page, 'steps')).toEqual([])
})

it('a step that is switched off in the settings is not shown until it is switched on again', async () => {
  await page.goto(`${stage.rollCall.url}/profile`)
  const report = page.getByRole('region', { name: 'Steps of the day' }).getByRole('switch', { name: 'Report' })
  await report.click()
  await expect.poll(async () => (await visitor.call('steps')).preferences.report, soon).toBe(false)
  await openProfile(fight.names[0])
  expect(await steps().count()).toBe(1)
  await visitor.call('writeSteps', { body: { ...(await visitor.call('steps')).preferences, report: true } })
  await page.reload()
  await expect.poll(() => steps().count(), soon).toBe(2)
})

it('an athlete who exceeds the weight before the first fight is shown as withdrawn or overweight, not as having lost', async () => {
  const other = stage.day.matches().find(({ status, categoryId, sides }) => {
    return status === 'assigned' && categoryId !== fight.categoryId && sides.every(({ name }) => name !== null)
  })
  const side = other?.sides[0]
  if (!side?.athleteId) throw new Error('there is no other athlete')
  const name = plain(side.name)
  await follow(visitor, name)
  stage.day.control.athlete({ tournament: stage.day.id, athlete: side.athleteId, action: 'overweight' })
  await readUntil(name, ({ withoutMatch }) => withoutMatch[0]?.reason === 'withdrawn')
  await page.reload()
  await page.getByRole('listitem').filter({ hasText: name }).getByText('Withdrawn or overweight').waitFor()
  expect(await page.getByText('Out', { exact: true }).count()).toBe(0)
}, 150_000)

it('the profile of an athlete who is alone in the division shows the weigh-in, and open class and podium without a time', async () => {
  const single = stage.day.control.truth(stage.day.id).categories.find(({ athletes }) => athletes.length === 1)
  const name = plain(single?.athletes[0]?.name ?? null)
  await follow(visitor, name)
  await openProfile(name)
  expect(await steps().allInnerTexts()).toEqual([
    expect.stringMatching(/^No fight: weigh in by/),
    expect.stringMatching(/^Open class · .+\sRegister at the table within 15 min of the medal\./s),
    expect.stringMatching(/^Go to the podium/),
  ])
}, 90_000)

it('an athlete who exceeded the weight before the tournament was added is shown as withdrawn or overweight', async () => {
  const { control } = stage.day
  const [side] =
    control.truth(later.id).matches.find(({ sides }) => sides.every(({ name }) => name !== null))?.sides ?? []
  if (!side?.athleteId) throw new Error('there is no fight')
  control.athlete({ tournament: later.id, athlete: side.athleteId, action: 'overweight' })
  const name = plain(side.name)
  await visitor.call('addTournaments', { body: { tournaments: [{ value: String(later.id) }] } })
  const readAdded = async () =>
    (await visitor.call('tournaments')).tournaments.find((tournament) => tournament.name === later.name)
  await expect.poll(async () => (await readAdded())?.import.state, soon).toBe('done')
  const { athletes } = await visitor.call('searchAthletes', {
    id: (await readAdded())?.id ?? 0,
    query: { search: name },
  })
  await page.goto(`${stage.rollCall.url}/?tab=athletes`)
  await visitor.call('follow', { id: athletes.find((athlete) => athlete.name === name)?.id ?? 0 })
  await page.getByRole('article', { name }).getByText('Withdrawn or overweight').waitFor()
  await openProfile(name)
  expect(await steps().allInnerTexts()).toEqual([
    expect.stringMatching(/^Withdrawn or overweight.*Gone before the first/s),
  ])
}, 150_000)

it('after a medal the card shows the minutes left to register for the open class, and the profile also shows the podium', async () => {
  stage.day.control.match({ ...stage.day.matchIds(fight), action: 'finish', winner: 'a' })
  await readUntil(fight.names[0], ({ placements }) => placements.length > 0)
  await page
    .getByText(/^Open class: 1[0-5] min left to register · .+$/)
    .first()
    .waitFor()
  await openProfile(fight.names[0])
  expect(await steps().allInnerTexts()).toEqual([
    expect.stringMatching(/^Report by/),
    expect.stringMatching(/^Weigh-in/),
    expect.stringMatching(/^Open class: 1[0-5] min left to register · .+\sRegister at the table by/s),
    expect.stringMatching(/^Go to the podium/),
  ])
}, 150_000)
