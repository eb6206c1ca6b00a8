// The page of a team in a tournament (docs/decisions/049), from the tournament's page to a picture for sharing.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Visitor } from '#support/visitor.ts'
import { accessibilityFaults } from './accessibility-faults.ts'
import { Follower } from './follower.ts'
import { isFocused } from './keyboard.ts'
import { createFollower, openStage, type Stage } from './stage.ts'
import { storedBy, untilCached } from './stored.ts'

const team = 'Alpha Jiu-Jitsu'

let stage: Stage
let visitor: Visitor
let follower: Follower
let names: [string, string]
beforeAll(async () => {
  // All athletes are of one team: two divisions of two athletes, and one with a single athlete.
  stage = await openStage({ day: { athletes: [2, 1, 2], plan: { teams: [{ name: team, entries: 5 }] } } })
  ;({ names } = finals()[0] ?? { names: ['', ''] })
  visitor = await createFollower(stage, names[0])
  follower = await Follower.enter(stage, visitor)
})
afterAll(() => stage?.close())

const finals = () =>
  stage.day
    .matches()
    .filter(({ sides }) => sides.every(({ name }) => name !== null))
    .map((match) => ({
      ...match,
      names: match.sides.map(({ name }) => (name ?? '').replace(/\s+/g, ' ').trim()) as [string, string],
    }))
const group = () => follower.page.getByRole('region', { name: 'Adult male' })

it('the team’s page opens from the tournament’s page, and lists the athletes by time and by division', async () => {
  const { page } = follower
  await page.goto(`${stage.rollCall.url}/?tab=tournaments`)
  await page.getByRole('link', { name: stage.day.name, exact: true }).click()
  await page.getByRole('link', { name: team }).click()
  await page.getByRole('heading', { level: 1, name: team }).waitFor()
  await page.getByText('5 athletes').waitFor()
  const member = page.getByRole('article', { name: names[0] })
  expect(await member.innerText()).toContain('Mat ')
  expect(await member.getByRole('link', { name: names[0] }).getAttribute('href')).toMatch(/^\/athlete-profile\/\d+$/)
  expect(await page.getByRole('article', { name: names[1] }).getByRole('link').count()).toBe(0)
  await page.getByText('Alone in the division: weigh-in only').waitFor()
  await page.getByRole('button', { name: 'By division' }).click()
  await page.getByRole('heading', { name: 'Adult / Male / BLUE / Light', exact: true }).waitFor()
  expect(await page.getByRole('article').count()).toBe(5)
}, 90_000)

it('the team’s points change with a podium, expand into medals, and follow the policy that the user chooses', async () => {
  const { page } = follower
  await page.getByRole('tab', { name: 'Points' }).click()
  // The gold medal of the only athlete of a division.
  await group().getByRole('button', { name: '9 points 1 medal' }).waitFor()
  await group().getByText('can still win 24').waitFor()

  const [final] = finals()
  if (!final) throw new Error('no final')
  stage.day.control.match({ ...stage.day.matchIds(final), action: 'finish', winner: 'a' })
  const total = group().getByRole('button', { name: '21 points 3 medals' })
  await total.waitFor({ timeout: 90_000 })
  await group().getByText('can still win 12').waitFor()
  await group().getByText('1st of all teams').waitFor()
  await total.click()
  const medals = group().getByRole('list').first()
  for (const medal of [
    `${final.names[0]} 1st place in Adult / Male / BLUE / Light 9 points`,
    `${final.names[1]} 2nd place in Adult / Male / BLUE / Light 3 points`,
  ])
    expect((await medals.innerText()).replace(/\s+/g, ' ')).toContain(medal)

  await page.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog', { name: 'How points count' })
  expect(await accessibilityFaults(page, 'points policy')).toEqual([])
  await dialog.getByRole('radio', { name: 'opens, without single entrants' }).click()
  await page.keyboard.press('Escape')
  await page.getByText('Counted by the rules of opens, without single entrants').waitFor()
  await group().getByRole('button', { name: '12 points 3 medals' }).waitFor()
  expect(await medals.innerText()).toContain('No points: alone in the division')
  expect(await accessibilityFaults(page, 'points')).toEqual([])
}, 150_000)

it('the team’s page makes pictures of the day and of one medal on the device', async () => {
  const { page } = follower
  await page.getByRole('button', { name: 'Picture', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'A picture for sharing' })
  const { names: medallists } = finals()[0] ?? { names: [''] }
  expect(await dialog.getByRole('img').getAttribute('aria-label')).toContain('Adult male 12 points')
  const sizes = new Set<number>()
  for (const content of ['The day of the team', `Gold: ${medallists[0]}`]) {
    await dialog.getByRole('combobox', { name: 'Shows' }).selectOption(content)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Save' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`${team}.png`)
    const file = await readFile(await download.path())
    expect(file.subarray(1, 4).toString()).toBe('PNG')
    expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([1080, 1350])
    // The file of an empty canvas would be smaller.
    expect(file.length).toBeGreaterThan(25_000)
    sizes.add(file.length)
  }
  expect(sizes.size).toBe(2)
  expect(await accessibilityFaults(page, 'picture')).toEqual([])
  await page.keyboard.press('Escape')
  expect(follower.pageErrors).toEqual([])
}, 60_000)

it('the team is followed from its page, where the user also chooses in which tournaments', async () => {
  const { page } = follower
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: `Follow team ${team}` }).click()
  await dialog.getByRole('button', { name: 'Follow team', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('You follow this team').waitFor()
  await page.getByRole('button', { name: `Edit team ${team}` }).click()
  await dialog
    .getByRole('radio', { name: `Only in ${stage.day.name}` })
    .and(page.locator(':checked'))
    .waitFor()
  await dialog.getByRole('radio', { name: 'Wherever it enters' }).check()
  expect(await accessibilityFaults(page, 'edit team')).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await visitor.call('followRules')).rules).toMatchObject([{ team, tournamentId: null }])
  expect(follower.pageErrors).toEqual([])
}, 60_000)

it('the button that edits a team has the focus again after its dialog is closed', async () => {
  const { page } = follower
  const edit = page.getByRole('button', { name: `Edit team ${team}` })
  await edit.click()
  await page.getByRole('button', { name: 'Unfollow team' }).click()
  await page.getByRole('dialog', { name: `Unfollow ${team}?` }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => isFocused(edit)).toBe(true)
})

it('the team’s page and the list of teams show the last data with their age after a reload without a network', async () => {
  const { page } = follower
  const address = page.url()
  const context = page.context()
  let isUp = true
  await context.route('**/api/**', (route) => (isUp ? route.continue() : route.abort()))
  await context.routeWebSocket(/\/ws/, (socket) => {
    if (isUp) socket.connectToServer()
    else void socket.close({ code: 1011 })
  })
  await page.reload()
  await page.getByRole('article', { name: names[0] }).waitFor()
  await page.goto(`${stage.rollCall.url}/?tab=athletes`)
  await page.getByRole('button', { name: /^Teams you follow/ }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: `Edit team ${team}` }).waitFor()
  await untilCached(page, ['user', 'followedAthletes'])
  // Waits until the team's page with its rule and the list of rules with its last change are cached.
  for (const saved of [/"key":"[^"]*\/team\?.{0,400}"ruleId":\d/, /"\/api\/follow-rules".{0,400}"tournamentId":null/])
    await expect.poll(() => storedBy(page), { timeout: 30_000 }).toMatch(saved)
  isUp = false
  await page.reload()
  await page.getByText(/^seen .+ ago$/).waitFor()
  expect(await page.getByRole('article').count()).toBe(5)
  await page.getByRole('tab', { name: 'Points' }).click()
  await group().getByText('1st of all teams').waitFor()
  await page.getByRole('button', { name: `Edit team ${team}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Another name').fill('Alpha Olinda')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.goto(`${stage.rollCall.url}/?tab=athletes`)
  await page.getByText(/Last Updated/).waitFor()
  await page.getByRole('link', { name: `Profile of ${names[0]}` }).waitFor()
  const opener = page.getByRole('button', { name: /^Teams you follow/, expanded: false })
  await opener.click()
  await opener.waitFor({ state: 'detached' })
  const teams = page.getByRole('region', { name: 'Teams you follow' })
  await expect.poll(() => teams.innerText(), { timeout: 10_000 }).toContain('5 athletes · wherever it enters')
  expect(follower.pageErrors).toEqual([])
  isUp = true
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(address)
  await page.getByRole('article', { name: names[0] }).waitFor()
}, 90_000)

it('the team’s page shows that a team is not entered, fits every screen, and has no accessibility fault', async () => {
  const { page } = follower
  const address = page.url()
  await page.goto(address.replace(/name=.*/, 'name=Nobody'))
  await page.getByRole('heading', { name: 'Team not entered' }).waitFor()
  await page.goto(address)
  await page.getByRole('heading', { level: 1, name: team }).waitFor()
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
  expect(await accessibilityFaults(page, 'team')).toEqual([])
  expect(follower.pageErrors).toEqual([])
}, 60_000)
