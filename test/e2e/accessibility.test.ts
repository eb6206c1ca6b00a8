import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '#support/browser.ts'
import { type Day, startDay } from '#support/day.ts'
import { removeData, type RollCall, startRollCall } from '#support/rollcall.ts'
import { accessibilityFaults as faults } from './accessibility-faults.ts'
import { Follower } from './follower.ts'

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

describe.each(widths)('at %d px', (width) => {
  it('no screen has an accessibility fault, dark or light, from the first visit to the followed match', async () => {
    const follower = await Follower.arrive(browser, rollCall.url, { width, height: 844 })
    const { page } = follower
    await page.getByRole('button', { name: 'Log In' }).waitFor()
    expect(await faults(page, 'login')).toEqual([])
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await page.getByLabel('Confirm password').waitFor()
    expect(await faults(page, 'signup')).toEqual([])
    await page.goto(`${rollCall.url}/auth`)
    await follower.signUp()
    // The welcome comes and goes by itself; half faded it has no contrast worth measuring.
    await page.getByText('Welcome to RollCall!').first().waitFor()
    await page.getByText('Welcome to RollCall!').first().waitFor({ state: 'detached' })
    expect(await faults(page, 'dashboard without tournaments')).toEqual([])
    await page.getByRole('button', { name: 'Add Tournament' }).first().click()
    await page.getByRole('checkbox', { name: day.name }).waitFor()
    expect(await faults(page, 'add dialog')).toEqual([])
    await page.keyboard.press('Escape')
    await follower.add(day.name)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await faults(page, 'athletes screen')).toEqual([])
    const { names } = day.match('started')
    await follower.follow(names[0])
    expect(await faults(page, 'athletes screen with a follow')).toEqual([])
    await follower.openMatches()
    await follower.card(names[0]).first().waitFor()
    expect(await faults(page, 'matches')).toEqual([])
    for (const tab of ['athletes', 'tournaments']) {
      await page.goto(`${rollCall.url}/?tab=${tab}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      expect(await faults(page, tab)).toEqual([])
    }
    await page.goto(`${rollCall.url}/nowhere`)
    await page.getByText('404 Page Not Found').waitFor()
    expect(await faults(page, 'not found')).toEqual([])
    expect(follower.complaints).toEqual([])
  }, 180_000)
})
