// Errors for usernames that mix alphabets or look like another user's.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Visitor } from '#support/visitor.ts'
import { openContext, openStage, signIn, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const mixedAlphabets = 'Use letters of one alphabet in each word, and one blank between two words.'
const looksTaken = 'This username looks like one that is taken.'
/** The error of an invalid field. */
const problemAt = async (page: Page, label: string): Promise<Locator> => {
  const field = page.getByLabel(label, { exact: true })
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  return page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`)
}

it('[N-10] a sign-up says what is wrong with a name, at widths of 390, 768 and 1280 pixels', async () => {
  const first = new Visitor(stage.rollCall.url)
  await first.call('register', { body: { username: 'Coach 7', email: first.email, password: first.password } })
  const page = await (await openContext(stage.browser)).newPage()
  const second = new Visitor(stage.rollCall.url)
  const signUpAs = async (username: string): Promise<void> => {
    await page.getByLabel('Username').fill(username)
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  }
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${stage.rollCall.url}/auth?mode=signup`)
    await page.getByLabel('Email').fill(second.email)
    await page.getByLabel('Password', { exact: true }).fill(second.password)
    await page.getByLabel('Confirm password').fill(second.password)
    // The second letter is Cyrillic, the others are Latin.
    await signUpAs('Cоach 7')
    expect(await (await problemAt(page, 'Username')).innerText()).toBe(mixedAlphabets)
    // All letters are Cyrillic.
    await signUpAs('Соасһ 7')
    await page.getByText(looksTaken).first().waitFor()
  }
  await signUpAs('Coach 7 Two')
  await page.waitForURL(`${stage.rollCall.url}/`)
})

it('[N-10] the profile says at the name field what is wrong with a name', async () => {
  const { rollCall, browser } = stage
  const first = new Visitor(rollCall.url)
  await first.call('register', { body: { username: 'Pascoa', email: first.email, password: first.password } })
  const second = await new Visitor(rollCall.url).signUp()
  const context = await openContext(browser, { viewport: { width: 390, height: 844 } })
  await signIn(context, second, rollCall.url)
  const page = await context.newPage()
  await page.goto(`${rollCall.url}/profile`)
  for (const [username, sentence] of [
    // Its second letter is Cyrillic.
    ['Pаscoa', mixedAlphabets],
    ['PASC0A', looksTaken],
  ] as const) {
    await page.getByLabel('Username').fill(username)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect.poll(async () => (await problemAt(page, 'Username')).innerText()).toBe(sentence)
  }
})
