// The opponent's panel, opened from an upcoming match on the athlete's profile.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PlanDraft } from '#simulator/index.ts'
import type { Visitor } from '#support/visitor.ts'
import { accessibilityFaults } from './accessibility-faults.ts'
import { Follower } from './follower.ts'
import { addDay, createFollower, follow, openStage, type Stage } from './stage.ts'

/** Two people who are in the same division of an earlier tournament and of the tournament of the day. */
const division = {
  age: 'Adult',
  gender: 'Male',
  belt: 'BLACK',
  weight: 'Light',
  regulars: [0, 1],
  athletes: 2,
} as const
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
const earlier: PlanDraft = { id: 3104, name: 'Harbor Winter Open', firstDay: yesterday, categories: [division] }

let stage: Stage
let visitor: Visitor
let follower: Follower
let names: string[]
beforeAll(async () => {
  stage = await openStage({ day: { openFor: -30, plan: { categories: [division] }, others: [earlier] } })
  const reader = await createFollower(stage)
  await addDay(reader, earlier as { id: number })
  names = stage.day.matches().flatMap(({ sides }) => sides.map(({ name }) => name ?? ''))
  visitor = await createFollower(stage)
  await follow(visitor, names[0] ?? '')
  follower = await Follower.enter(stage, visitor, { path: '/?tab=athletes' })
  await follower.page.getByRole('link', { name: `Profile of ${names[0]}` }).click()
})
afterAll(() => stage?.close())

const panel = () => follower.page.getByRole('region', { name: `The opponent: ${names[1]}` })
const toggle = () => follower.page.getByRole('button', { name: `The opponent: ${names[1]}` })

it('the opponent’s panel opens with seed, titles, points and the earlier match, and closes', async () => {
  expect(await panel().count()).toBe(0)
  await toggle().click()
  await panel().getByText('Harbor Winter Open').waitFor()
  const text = (await panel().innerText()).replace(/\s+/g, ' ')
  expect(text).toMatch(/^Seed 2 This tournament 0–0/)
  expect(text).toMatch(/World champion 20\d\d/)
  expect(text).toMatch(/Ranking points Grand Slam \d+ Overall \d+/)
  expect(text).toMatch(
    /Met before (?:1–0|0–1) Wins: [01], losses: [01] (?:WIN|LOSS) Harbor Winter Open .+ · Final · Adult \/ Male \/ BLACK \/ Light/,
  )
  expect(await toggle().getAttribute('aria-expanded')).toBe('true')
  expect(await accessibilityFaults(follower.page, 'opponent')).toEqual([])
  for (const width of [320, 390, 1280]) {
    await follower.page.setViewportSize({ width, height: 900 })
    expect(await follower.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
  await toggle().click()
  await panel().waitFor({ state: 'detached' })
  expect(follower.pageErrors).toEqual([])
}, 60_000)

it('the opponent’s panel shows that loading failed, loads with Try Again, and keeps the last data offline with their time', async () => {
  const { page } = follower
  await page.reload()
  await page.route('**/opponent?*', (route) => route.abort())
  await toggle().click()
  await panel().getByText('The opponent could not be loaded.').waitFor()
  await page.unroute('**/opponent?*')
  await panel().getByRole('button', { name: 'Try Again' }).click()
  await panel().getByText('Harbor Winter Open').waitFor()
  await page.context().setOffline(true)
  await panel()
    .getByText(/^Last read /)
    .waitFor()
  expect(await panel().innerText()).toContain('Harbor Winter Open')
  await page.context().setOffline(false)
  await panel()
    .getByText(/^Last read /)
    .waitFor({ state: 'detached' })
}, 60_000)
