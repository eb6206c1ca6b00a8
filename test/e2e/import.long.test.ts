// Adding a tournament: the progress of its import in the browser, and tournaments of which little or nothing is published.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlanDraft } from '#simulator/index.ts'
import { Visitor } from '#support/visitor.ts'
import { Follower } from './follower.ts'
import { openStage, type Stage } from './stage.ts'

const nothingPublished = 'Not published yet. RollCall looks again by itself.'
const onlyDaysPublished = 'The days are published, the athletes not yet. RollCall looks again by itself.'
const withoutBrackets = 'The brackets are not published yet. RollCall looks again by itself.'

const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
/** A listed tournament that starts in two days. */
const coming = (id: number, name: string): PlanDraft => ({
  id,
  name,
  firstDay: inTwoDays,
  listedHoursBefore: 24 * 10,
  categories: ['Light', 'Middle', 'Heavy', 'Feather'].map((weight) => ({
    age: 'Adult',
    gender: 'Male',
    belt: 'BLUE',
    weight: weight as 'Light',
    athletes: 8,
  })),
})
const nothing = coming(4001, 'Nothing Out Open')
const bareDays = coming(4002, 'Bare Days Open')
const undrawn = coming(4003, 'Undrawn Open')
/** Its athletes are named by its brackets only. */
const onlyBrackets = coming(4004, 'Only Brackets Open')

let stage: Stage

beforeAll(async () => {
  stage = await openStage({
    day: { athletes: Array.from({ length: 15 }, () => 4), others: [nothing, bareDays, undrawn, onlyBrackets] },
  })
  const publish = (tournament: number, days: boolean, athletes: boolean): void =>
    stage.day.control.tournament({ tournament, action: 'publish', parts: { days, athletes, brackets: false } })
  publish(4001, false, false)
  publish(4002, true, false)
  publish(4003, true, true)
  const parts = { days: false, athletes: false, brackets: true }
  stage.day.control.tournament({ tournament: 4004, action: 'publish', parts })
}, 120_000)
afterAll(() => stage?.close())

/** Opens the tournaments tab of a new user. */
async function enter(): Promise<Follower> {
  const follower = await Follower.enter(stage, await new Visitor(stage.rollCall.url).signUp())
  await follower.page.goto(`${stage.rollCall.url}/?tab=tournaments`)
  return follower
}

/** Adds tournaments by their names; resolves when the import has begun. */
async function add(page: Page, ...names: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Add Tournament' }).first().click()
  for (const name of names) await page.getByRole('checkbox', { name }).click()
  await page.getByRole('button', { name: `Add ${names.length} Tournament` }).click()
  await page.getByRole('dialog', { name: /^Importing/ }).waitFor()
}

/** The name of an athlete of a tournament, with single blanks. */
const athleteOf = (tournament: number): string =>
  (stage.day.control.truth(tournament).categories[0]?.athletes[0]?.name ?? '').replace(/\s+/g, ' ').trim()

type Seen = { label: string; percent: number; text: string }

/** Records every percentage of every progress bar from now on, with the text beside it. */
const watchBars = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen: Seen[] = []
    Object.assign(globalThis, { seen })
    const recordBars = (): void => {
      for (const bar of document.querySelectorAll('[role="progressbar"]')) {
        const label = `${bar.closest('[role="dialog"]') ? 'dialog' : 'card'}: ${bar.getAttribute('aria-label')}`
        const text = bar.parentElement?.querySelector('p')?.textContent ?? ''
        seen.push({ label, percent: Number(bar.getAttribute('aria-valuenow')), text })
      }
    }
    new MutationObserver(recordBars).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
  })
const barsSeen = (page: Page): Promise<Seen[]> => page.evaluate(() => (globalThis as unknown as { seen: Seen[] }).seen)

it('an import shows four steps, and no percentage falls or contradicts the count beside it', async () => {
  const { page, pageErrors } = await enter()
  // The source is slow, so that the counts arrive one by one.
  const slow = stage.day.control.addFault({ match: '/tournaments/', kind: 'slow', delayMs: 250 })
  await watchBars(page)
  await add(page, stage.day.name)
  const dialog = page.getByRole('dialog')
  await dialog.waitFor({ state: 'detached', timeout: 90_000 })
  stage.day.control.clearFaults(slow.id)
  const seen = await barsSeen(page)
  const byLabel = Map.groupBy(seen, ({ label }) => label)
  expect([...byLabel.keys()]).toEqual(
    expect.arrayContaining(
      ['Tournament data', 'Tournament days', 'Fighters', 'Finalizing'].map((step) => `dialog: ${step}`),
    ),
  )
  for (const [label, bars] of byLabel) {
    const percents = bars.map(({ percent }) => percent)
    expect([label, percents]).toEqual([label, percents.toSorted((a, b) => a - b)])
  }
  for (const step of ['data', 'days'].map((word) => `dialog: Tournament ${word}`))
    expect(byLabel.get(step)?.at(-1)?.percent).toBe(100)
  // A complete count such as 'Tournament days, 1 of 1' is never shown at 7 %.
  const contradictions = seen.filter(({ text, percent }) => /(\d+) of \1\D/.test(text) && percent > 0 && percent < 99)
  expect(contradictions).toEqual([])
  expect(pageErrors).toEqual([])
}, 120_000)

describe('A tournament that is not published yet', () => {
  it('is imported within forty seconds and says what is missing, on its card and on the follow screen', async () => {
    const { page, pageErrors } = await enter()
    const names = [nothing, bareDays, undrawn].map(({ name = '' }) => name)
    await add(page, ...names)
    await page.getByRole('dialog').waitFor({ state: 'detached', timeout: 40_000 })
    const card = (name = '') => page.getByRole('article', { name })
    await card(nothing.name).getByText(nothingPublished).waitFor()
    await card(bareDays.name).getByText(onlyDaysPublished).waitFor()
    await card(undrawn.name).getByText(withoutBrackets).waitFor()
    await card(nothing.name)
      .getByText(/^Last look .* ago\.$/)
      .waitFor()

    await card(bareDays.name).getByRole('button', { name: 'Select Athletes to Follow' }).click()
    await page.getByText(onlyDaysPublished).waitFor()
    await page.goBack()
    await card(undrawn.name).getByRole('button', { name: 'Select Athletes to Follow' }).click()
    await page.getByText(withoutBrackets).waitFor()
    const someone = athleteOf(4003)
    await page.getByRole('searchbox').fill(someone)
    await page.getByRole('button', { name: `Follow ${someone}`, exact: true }).waitFor()
    expect(pageErrors).toEqual([])
  }, 120_000)

  it('has no step that is complete although nothing of it is published', async () => {
    const { page, pageErrors } = await enter()
    const seen: string[] = []
    await page.exposeFunction('note', (text: string) => void seen.push(text))
    await page.evaluate(() => {
      const note = (): void => {
        for (const step of document.querySelectorAll('[role=dialog] li'))
          (window as unknown as { note(text: string): void }).note(step.textContent)
      }
      new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true })
    })
    await add(page, nothing.name ?? '')
    await page.getByRole('dialog').waitFor({ state: 'detached', timeout: 40_000 })
    const texts = [...new Set(seen)]
    expect(texts).toContain('FightersNot published yet')
    expect(texts.filter((text) => /^Fighters.*Done|100%In progress/.test(text))).toEqual([])
    expect(pageErrors).toEqual([])
  }, 120_000)

  it('becomes searchable on an open screen when it is published, without an action of the user', async () => {
    const { page, pageErrors } = await enter()
    await add(page, nothing.name ?? '')
    await page.getByRole('dialog').waitFor({ state: 'detached', timeout: 40_000 })
    const card = page.getByRole('article', { name: nothing.name ?? '' })
    await card.getByRole('button', { name: 'Select Athletes to Follow' }).click()
    await page.getByText(nothingPublished).waitFor()
    const someone = athleteOf(4001)
    await page.getByRole('searchbox').fill(someone)
    // The search does not claim that the athlete does not exist.
    await page.getByText(nothingPublished).waitFor()
    expect(await page.getByText('No results found').count()).toBe(0)
    expect(await page.getByText('once the import has reached').count()).toBe(0)

    const parts = { days: true, athletes: true, brackets: true }
    stage.day.control.tournament({ tournament: 4001, action: 'publish', parts })
    await page.getByRole('button', { name: `Follow ${someone}`, exact: true }).waitFor({ timeout: 240_000 })
    await page.getByText('looks again by itself').waitFor({ state: 'detached' })
    await page.goto(`${stage.rollCall.url}/?tab=tournaments`)
    await card.waitFor()
    // The offline cache may have an earlier state, which is shown until the list is fetched.
    await card.getByText('looks again by itself').waitFor({ state: 'detached' })
    expect(pageErrors).toEqual([])
  }, 300_000)
})

it('A search during an import says how much is read instead of that nobody is found, and finds the athlete when it is read', async () => {
  const { control } = stage.day
  control.addFault({ match: '/tournaments/4004/categories/\\d+', kind: 'slow', delayMs: 4_000 })
  const { page, pageErrors } = await enter()
  await add(page, onlyBrackets.name ?? '')
  await page.getByRole('button', { name: 'Continue in background' }).click()
  const card = page.getByRole('article', { name: onlyBrackets.name ?? '' })
  await card.getByRole('button', { name: 'Select Athletes to Follow' }).click({ timeout: 90_000 })
  const someone = athleteOf(4004)
  const search = page.getByRole('searchbox')
  await search.fill(someone)
  // The brackets are read two at a time, and the first two make the tournament searchable.
  const found = page.getByRole('button', { name: `Follow ${someone}`, exact: true })
  const notYet = page.getByText(/^Not found so far: \d of 4 divisions are read/)
  await notYet.or(found).first().waitFor({ timeout: 60_000 })
  if (await found.isVisible()) {
    await search.fill('Nobody of that name')
    await notYet.waitFor()
  }
  expect(await page.getByText('No results found').count()).toBe(0)
  expect(await page.getByText('Looking for a team').count()).toBe(0)
  control.clearFaults()
  if ((await search.inputValue()) !== someone) await search.fill(someone)
  await found.waitFor({ timeout: 60_000 })
  await search.fill('Nobody of that name')
  await page.getByText('No results found').waitFor({ timeout: 60_000 })
  expect(pageErrors).toEqual([])
}, 180_000)
