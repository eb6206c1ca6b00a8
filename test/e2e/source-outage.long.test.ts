import { afterAll, beforeAll, expect, it } from 'vitest'
import { Follower } from './follower.ts'
import { createFollower, openStage, type Stage } from './stage.ts'

let stage: Stage

beforeAll(async () => {
  // At the default cadence the source's circuit opens late in an outage, as on a real day.
  stage = await openStage({ rollCall: { env: { SOURCE_CADENCE: '1' } } })
})
afterAll(() => stage?.close())

it('[P6] a card keeps its data and shows their age while the source is down, and is updated when the source returns', async () => {
  const { day } = stage
  const fight = day.match('assigned')
  const otherMat = fight.mat === 1 ? 2 : 1
  const follower = await Follower.enter(stage, await createFollower(stage, fight.names[0]))
  const card = follower.card(fight.names[0]).first()
  await card.getByText(/seen \d+ s ago/).waitFor()

  const fault = day.control.addFault({ match: '.', kind: 'status', status: 503 })
  day.control.match({ ...day.matchIds(fight), action: 'move', mat: otherMat })
  await card.getByText(/seen [3-9]\d s ago/).waitFor({ timeout: 60_000 })
  const sourceNotice = follower.page.getByText(/^The competition system (is slow to answer|isn't responding)\./)
  await sourceNotice.waitFor({ timeout: 60_000 })
  expect(await card.innerText()).toMatch(new RegExp(`mat\\s+${fight.mat}`, 'i'))

  day.control.clearFaults(fault.id)
  // An open circuit is probed once a minute, and the pages of a failing host back off for less.
  await card.filter({ hasText: new RegExp(`mat\\s*${otherMat}`, 'i') }).waitFor({ timeout: 180_000 })
  await card.getByText(/seen \d s ago/).waitFor({ timeout: 60_000 })
  await sourceNotice.waitFor({ state: 'detached', timeout: 60_000 })
  expect(follower.pageErrors).toEqual([])
}, 360_000)
