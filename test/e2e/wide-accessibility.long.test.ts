// Accessibility of every screen on a laptop. The tests of the screens check it on a phone.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BrowserContext } from 'playwright-core'
import { Visitor } from '#support/visitor.ts'
import { accessibilityFaults } from './accessibility-faults.ts'
import { createFollower, openContext, openStage, signIn, type Stage } from './stage.ts'

const chief = { email: 'chief@example.org', password: 'the chief of all mats' }

let stage: Stage
let follower: Visitor
let administrator: Visitor

beforeAll(async () => {
  stage = await openStage({ rollCall: { env: { ADMIN_EMAIL: chief.email, ADMIN_PASSWORD: chief.password } } })
  follower = await createFollower(stage, ...stage.day.match('assigned').names)
  administrator = new Visitor(stage.rollCall.url)
  await administrator.call('login', { body: { username: chief.email, password: chief.password } })
}, 180_000)
afterAll(() => stage?.close())

async function laptop(visitor?: Visitor): Promise<BrowserContext> {
  const context = await openContext(stage.browser, { locale: 'en-US', viewport: { width: 1280, height: 844 } })
  if (visitor) await signIn(context, visitor, stage.rollCall.url)
  return context
}

async function faultsOf(context: BrowserContext, paths: readonly string[]): Promise<string[]> {
  const found: string[] = []
  const page = await context.newPage()
  for (const path of paths) {
    await page.goto(stage.rollCall.url + path)
    await page.getByRole('heading').first().waitFor()
    await page.waitForLoadState('networkidle')
    found.push(...(await accessibilityFaults(page, path)))
  }
  return found
}

it('no screen has an accessibility fault on a laptop in either theme', async () => {
  const [tournament] = (await follower.call('tournaments')).tournaments
  const [athlete] = (await follower.call('followedAthletes')).athletes
  const { shareUrl } = await follower.call('share', { body: { title: 'On a laptop' } })
  const shared = new URL(shareUrl).pathname
  const ofFollower = [
    '/',
    '/?tab=athletes',
    '/?tab=tournaments',
    `/athletes/${tournament?.id}`,
    `/tournament/${tournament?.id}`,
    `/tournament/${tournament?.id}/team?name=${encodeURIComponent(athlete?.team ?? '')}`,
    `/athlete-profile/${athlete?.id}`,
    '/share',
    '/profile',
    '/help',
    '/donate',
    '/sponsors',
    '/no-such-page',
  ]
  const adminTabs = ['overview', 'users', 'tournaments', 'athletes', 'shares', 'source', 'audit']
  const ofAdministrator = [
    ...adminTabs.map((tab) => `/admin?tab=${tab}`),
    '/diagnostics',
    '/diagnostics?tab=athletes',
    '/diagnostics?tab=issues',
  ]
  const ofStranger = [
    shared,
    `${shared}?tab=athletes`,
    '/shared/nothing',
    '/auth',
    '/auth?mode=signup',
    '/auth?mode=forgot',
    '/reset-password?token=abc',
    '/verify-email?token=abc',
    '/restore-account?token=abc',
    '/bot',
  ]
  expect(await faultsOf(await laptop(follower), ofFollower)).toEqual([])
  expect(await faultsOf(await laptop(administrator), ofAdministrator)).toEqual([])
  expect(await faultsOf(await laptop(), ofStranger)).toEqual([])
}, 300_000)
