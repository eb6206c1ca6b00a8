import { AxeBuilder } from '@axe-core/playwright'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '#support/browser.ts'
import { type Day, startDay } from '#support/day.ts'
import { removeData, type RollCall, startRollCall } from '#support/rollcall.ts'
import { Follower } from './follower.ts'

/** WCAG 2.2 AA (quality/experience.md section 3). */
const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']
const widths = [390, 1280]

let browser: Browser
let day: Day
let rollCall: RollCall

beforeAll(async () => {
  ;[browser, day] = await Promise.all([launchBrowser(), startDay()])
  rollCall = await startRollCall({ sourceUrl: day.url })
})
afterAll(async () => {
  await browser?.close()
  await rollCall?.stop()
  await day?.close()
  if (rollCall) await removeData(rollCall.dataDir)
})

/** What axe finds on the page as it is, in both themes: rule and element. */
async function faults({ page }: Follower, screen: string): Promise<string[]> {
  const found: string[] = []
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate(async (name) => {
      document.documentElement.dataset['theme'] = name
      // Colours fade over; a pulse goes on for ever.
      const ending = document
        .getAnimations()
        .filter((animation) => animation.effect?.getTiming().iterations !== Infinity)
      await Promise.all(ending.map((animation) => animation.finished.catch(() => {})))
    }, theme)
    const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
    for (const { id, nodes } of violations)
      found.push(...nodes.map(({ target }) => `${screen}, ${theme}: ${id} at ${target.join(' ')}`))
  }
  return found
}

describe.each(widths)('at %d px', (width) => {
  it('no screen has an accessibility fault, dark or light, from the first visit to the followed match', async () => {
    const follower = await Follower.arrive(browser, rollCall.url, { width, height: 844 })
    const { page } = follower
    await page.getByRole('button', { name: 'Log In' }).waitFor()
    expect(await faults(follower, 'login')).toEqual([])
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await page.getByLabel('Confirm password').waitFor()
    expect(await faults(follower, 'signup')).toEqual([])
    await page.goto(`${rollCall.url}/auth`)
    await follower.signUp()
    // The welcome comes and goes by itself; half faded it has no contrast worth measuring.
    await page.getByText('Welcome to RollCall!').first().waitFor()
    await page.getByText('Welcome to RollCall!').first().waitFor({ state: 'detached' })
    expect(await faults(follower, 'dashboard without tournaments')).toEqual([])
    await page.getByRole('button', { name: 'Add Tournament' }).first().click()
    await page.getByRole('checkbox', { name: day.name }).waitFor()
    expect(await faults(follower, 'add dialog')).toEqual([])
    await page.keyboard.press('Escape')
    await follower.add(day.name)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await faults(follower, 'athletes screen')).toEqual([])
    const { names } = day.match('started')
    await follower.follow(names[0])
    expect(await faults(follower, 'athletes screen with a follow')).toEqual([])
    await follower.openMatches()
    await follower.card(names[0]).first().waitFor()
    expect(await faults(follower, 'matches')).toEqual([])
    for (const tab of ['athletes', 'tournaments']) {
      await page.goto(`${rollCall.url}/?tab=${tab}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      expect(await faults(follower, tab)).toEqual([])
    }
    await page.goto(`${rollCall.url}/nowhere`)
    await page.getByText('404 Page Not Found').waitFor()
    expect(await faults(follower, 'not found')).toEqual([])
    expect(follower.complaints).toEqual([])
  }, 180_000)
})
