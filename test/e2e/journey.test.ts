import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Day } from '#support/day.ts'
import type { RollCall } from '#support/rollcall.ts'
import { Follower } from './follower.ts'
import { createFollower, openStage, type Stage } from './stage.ts'

let stage: Stage
let browser: Browser
let day: Day
let rollCall: RollCall
let disqualified: ReturnType<Day['match']>

beforeAll(async () => {
  stage = await openStage()
  ;({ browser, day, rollCall } = stage)
  // Disqualified before the first read, because a page that was just read is not read again at once.
  disqualified = day.match('started', 2)
  day.control.match({ ...day.matchIds(disqualified), action: 'dq', side: 'a', reason: 'technical desc.' })
})
afterAll(() => stage?.close())

it('a new user signs up, adds the live tournament, follows three athletes, and sees a match change without a reload', async () => {
  const fight = day.match('started', 1)
  const other = day.match('assigned')
  const follower = await Follower.arrive(browser, rollCall.url)
  await follower.signUp()
  await follower.add(day.name)
  const followed = [fight.names[0], other.names[0], other.names[1]]
  for (const name of followed) await follower.follow(name)
  await follower.openMatches()
  for (const name of followed) await follower.card(name).first().waitFor()
  await follower.card(fight.names[0]).getByText('LIVE').waitFor()

  day.control.match({ ...day.matchIds(fight), action: 'finish', winner: 'a' })
  await follower.card(fight.names[0]).getByText(`Winner: ${fight.names[0]}`).waitFor({ timeout: 60_000 })
  expect(follower.pageErrors).toEqual([])
}, 120_000)

it('a finished fight shows its winner, even when a disqualification ended it', async () => {
  const [, winner] = disqualified.names
  const follower = await Follower.enter(stage, await createFollower(stage, winner))
  const card = follower.card(winner)
  await card.getByText(`Winner: ${winner}, opponent disqualified (technical)`).waitFor({ timeout: 60_000 })
  // The search counts results as well as upcoming matches.
  await follower.page.getByRole('searchbox').fill(winner)
  const counted = await follower.page.getByText(/match(es)? found$/).innerText()
  expect(Number.parseInt(counted)).toBe(await card.count())
  expect(follower.pageErrors).toEqual([])
}, 120_000)
