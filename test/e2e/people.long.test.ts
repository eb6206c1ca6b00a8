// People in successive tournaments: in the next tournament the user is offered the people followed in the last one.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PlanDraft } from '#simulator/index.ts'
import { accessibilityFaults } from './accessibility-faults.ts'
import { Follower } from './follower.ts'
import { addDay, createFollower, openStage, type Stage } from './stage.ts'

const division = { age: 'Adult', gender: 'Male', belt: 'BLACK', weight: 'Light', athletes: 4 } as const
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
const next = {
  id: 3106,
  name: 'Harbor Autumn Open',
  firstDay: tomorrow,
  // While the date in UTC is ahead of the venue's, this first day is the day after tomorrow there.
  publishedHoursBefore: 72,
  categories: [{ ...division, regulars: [0] }],
} as const satisfies PlanDraft
/** Added only by its test. */
const later = {
  id: 3107,
  name: 'Winter Lagoon Open',
  firstDay: tomorrow,
  // While the date in UTC is ahead of the venue's, this first day is the day after tomorrow there.
  publishedHoursBefore: 72,
  categories: [division],
} as const satisfies PlanDraft

let stage: Stage
let follower: Follower
/** Followed in the first tournament: one athlete who is also in the next one, and two whose namesakes are in the next one. */
let regular: string
let twin: string
let namesake: string
/** Followed in the first tournament, with a namesake in the last one. */
let third: string
beforeAll(async () => {
  const plan = { categories: [{ ...division, regulars: [0, 1, 2, 3] }] }
  stage = await openStage({ day: { openFor: -30, plan, others: [next, later] } })
  const athletesOf = (id: number) => stage.day.control.truth(id).categories.flatMap(({ athletes }) => athletes)
  const [here, there] = [athletesOf(stage.day.id), athletesOf(next.id)]
  const isThere = (id: number): boolean => there.some((athlete) => athlete.id === id)
  const others = here.filter(({ id }) => !isThere(id))
  const unknown = there.filter(({ id }) => !here.some((athlete) => athlete.id === id))
  const makeAlike = (tournament: number, athlete = 0, { name = '', team = '' } = {}): void => {
    stage.day.control.athlete({ tournament, athlete, action: 'rename', name })
    stage.day.control.athlete({ tournament, athlete, action: 'team', team })
  }
  for (const [index, { id }] of unknown.slice(0, 2).entries()) makeAlike(next.id, id, others[index])
  makeAlike(later.id, athletesOf(later.id)[0]?.id, others[2])
  const nameOf = (athlete: { name: string } | undefined): string => (athlete?.name ?? '').replace(/\s+/g, ' ').trim()
  regular = nameOf(here.find(({ id }) => isThere(id)))
  ;[twin = '', namesake = '', third = ''] = others.map(nameOf)
  await addDay(await createFollower(stage), next)
  follower = await Follower.enter(stage, await createFollower(stage, regular, twin, namesake))
})
afterAll(() => stage?.close())

const section = () => follower.page.getByRole('region', { name: 'Also entered' })
const button = (action: string, name: string) =>
  follower.page.getByRole('button', { name: `${action}: ${name}, ${next.name}` })
const cards = (name: string) => follower.page.getByRole('article', { name })

it('an accepted offer follows the person in the next tournament and adds that tournament', async () => {
  const { page } = follower
  await page.goto(`${stage.rollCall.url}/?tab=athletes`)
  await section().getByText(`You already follow this person in ${stage.day.name}`).waitFor()
  await section().getByRole('button', { name: 'Show all' }).click()
  expect(await section().getByRole('listitem').count()).toBe(3)
  expect(await section().getByText('The same person?').count()).toBe(2)
  expect(await accessibilityFaults(page, 'also entered')).toEqual([])
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
  await button('Follow', regular).click()
  await page.getByText(`You follow ${regular}`, { exact: true }).waitFor()
  await cards(regular).nth(1).waitFor()
  await button('Follow', regular).waitFor({ state: 'detached' })
  await page.goto(`${stage.rollCall.url}/?tab=tournaments`)
  await page.getByRole('article', { name: next.name }).waitFor()
}, 60_000)

it('an offer returns with an error when the server refuses the answer, and cannot be answered offline', async () => {
  const { page } = follower
  await page.goto(`${stage.rollCall.url}/?tab=athletes`)
  const refusal = { error: 'You can follow at most 500 athletes in 50 tournaments.', code: 'limit' }
  await page.route('**/api/people/offers/*', (route) => route.fulfill({ status: 400, json: refusal }))
  await button('Yes, follow', twin).click()
  await section().getByRole('alert').getByText(refusal.error).waitFor()
  await page.unroute('**/api/people/offers/*')
  await page.context().setOffline(true)
  await section().getByText('You can answer when you are back online.').waitFor()
  // An answer that was on its way when the network failed counts as online until the next call gets none.
  await expect.poll(() => button('Yes, follow', twin).isDisabled()).toBe(true)
  await page.context().setOffline(false)
}, 60_000)

it('an offer that is refused because both athletes are entered in one tournament disappears, with the reason in a message', async () => {
  const { page } = follower
  const sentence = 'Both are entered in the same tournament, so they are two people.'
  // The server still lists the offer, so it returns after the next reload.
  await page.route('**/api/people/offers/*', (route) =>
    route.fulfill({ status: 409, json: { success: false, error: sentence, code: 'two-people' } }),
  )
  const offers = { success: true, offers: [] }
  await button('Yes, follow', twin).waitFor()
  await page.route('**/api/people/offers', (route) => route.fulfill({ json: offers }))
  await button('Yes, follow', twin).click()
  const message = page.getByRole('listitem').filter({ hasText: `Could not follow ${twin}` })
  await message.getByText(sentence).waitFor()
  expect(await button('Yes, follow', twin).count()).toBe(0)
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  // If the offline cache has the list without the offer, the offer arrives later and waits behind a button.
  const shown = button('Yes, follow', twin)
  const waiting = page.getByRole('button', { name: /^Show also entered: / })
  await shown.or(waiting).waitFor()
  if (await waiting.isVisible()) await waiting.click()
  await shown.waitFor()
}, 60_000)

it('a declined look-alike is not offered again, and an accepted one becomes the same person', async () => {
  const { page } = follower
  const focusedId = () => page.evaluate(() => document.activeElement?.id)
  await button('Another person', namesake).press('Enter')
  await button('Another person', namesake).waitFor({ state: 'detached' })
  expect(await focusedId()).toBe('also-entered')
  await button('Yes, follow', twin).press('Enter')
  await section().waitFor({ state: 'detached' })
  expect(await focusedId()).toBe('content')
  await cards(twin).nth(1).waitFor()
  const offersRead = page.waitForResponse('**/api/people/offers')
  await page.reload()
  await offersRead
  await cards(twin).nth(1).waitFor()
  expect(await cards(namesake).count()).toBe(1)
  // The offline cache may still have the offers, which are shown until the list is fetched.
  await section().waitFor({ state: 'detached' })
}, 60_000)

it('the profile shows a merged entry, and the merge can be undone and made again there', async () => {
  const { page } = follower
  await cards(twin)
    .filter({ hasText: stage.day.name })
    .getByRole('link', { name: `Profile of ${twin}` })
    .click()
  const elsewhere = page.getByRole('region', { name: 'In other tournaments' })
  await elsewhere.getByText('Other entry, merged by you').waitFor()
  await elsewhere.getByRole('link', { name: next.name }).waitFor()
  expect(await accessibilityFaults(page, 'in other tournaments')).toEqual([])
  await button('Not the same person', twin).press('Enter')
  await elsewhere.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
  await page.keyboard.press('F8')
  await page.getByRole('button', { name: 'Undo: it is the same person' }).press('Enter')
  await elsewhere.getByText('Other entry, merged by you').waitFor()
  await button('Not the same person', twin).click()
  await elsewhere.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo: it is the same person' }).waitFor()
  await page.reload()
  await page.getByRole('region', { name: 'Tournament Results' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await elsewhere.count()).toBe(0)
  expect(follower.pageErrors).toEqual([])
}, 60_000)

it('a person whose offer was declined is no longer offered, and can be followed from the profile', async () => {
  const other = await Follower.enter(stage, await createFollower(stage, regular), { path: '/?tab=athletes' })
  const { page } = other
  const answer = (action: string) => page.getByRole('button', { name: `${action}: ${regular}, ${next.name}` })
  await answer('Don’t ask again').click()
  await answer('Don’t ask again').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: `Profile of ${regular}` }).click()
  await answer('Follow').click()
  await page.getByText(`You follow ${regular}`, { exact: true }).waitFor()
  const elsewhere = page.getByRole('region', { name: 'In other tournaments' })
  await elsewhere.getByRole('link', { name: next.name }).waitFor()
  expect(await answer('Follow').count()).toBe(0)
  expect(other.pageErrors).toEqual([])
}, 60_000)

it('the followed athletes are shown while the request for the offers is not answered', async () => {
  const { page } = await Follower.enter(stage, await createFollower(stage, third), { path: '/licenses.txt' })
  const held = Promise.withResolvers<void>()
  await page.route('**/api/people/offers', (route) => held.promise.then(() => route.continue()))
  const requested = page.waitForRequest('**/api/people/offers')
  await page.goto(`${stage.rollCall.url}/?tab=athletes`)
  await requested
  await page.getByRole('link', { name: `Profile of ${third}` }).waitFor()
  const answered = page.waitForResponse('**/api/people/offers')
  held.resolve()
  expect((await answered).status()).toBe(200)
})

it('a newly imported athlete who looks like a followed one is offered on the open screen, where nothing moves until the user asks for the offer', async () => {
  const viewer = await Follower.enter(stage, await createFollower(stage, third))
  const { page } = viewer
  await page.goto(`${stage.rollCall.url}/?tab=athletes`)
  const link = page.getByRole('link', { name: `Profile of ${third}` })
  await link.waitFor()
  await page.waitForLoadState('networkidle')
  const place = await link.boundingBox()
  await page.evaluate(() => Object.assign(window, { isTheSamePage: true }))
  expect(await page.getByRole('region', { name: 'Also entered' }).count()).toBe(0)
  await addDay(await createFollower(stage), later)
  const showButton = page.getByRole('button', { name: 'Show also entered: 1', exact: true })
  await showButton.waitFor()
  // In the head of the screen, where it covers no name.
  expect(await page.locator('header').filter({ has: showButton }).count()).toBe(1)
  expect(await link.boundingBox()).toEqual(place)
  expect(await accessibilityFaults(page, 'an offer that waits')).toEqual([])
  await showButton.press('Enter')
  const offer = page.getByRole('region', { name: 'Also entered' }).getByRole('listitem').filter({ hasText: later.name })
  await offer.getByText('The same person?').waitFor()
  expect(await showButton.count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('also-entered')
  expect(await page.evaluate(() => 'isTheSamePage' in window)).toBe(true)
  expect(viewer.pageErrors).toEqual([])
}, 60_000)
