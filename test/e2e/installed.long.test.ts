// The installed app on a phone: installation, offline start, updates and logout (quality/experience.md).
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openProfile } from '#support/browser.ts'
import type { Day } from '#support/day.ts'
import { type NetworkProxy, openNetworkProxy } from '#support/network-proxy.ts'
import type { Visitor } from '#support/visitor.ts'
import { accessibilityFaults } from './accessibility-faults.ts'
import { Follower } from './follower.ts'
import { createFollower, openStage, type Stage } from './stage.ts'
import { storedBy, untilCached } from './stored.ts'

const pollOptions = { timeout: 30_000 }
const soon = { timeout: 60_000 }

let stage: Stage
let day: Day
let proxy: NetworkProxy
let folder: string
let phone: BrowserContext
let follower: Follower
let page: Page
let visitor: Visitor
/** `name` is followed from the start, `other` later. */
let name: string
let other: string

beforeAll(async () => {
  stage = await openStage({ day: { athletes: [8, 4] } })
  ;({ day } = stage)
  ;[name, other] = day.match('assigned').names
  ;[proxy, folder, visitor] = await Promise.all([
    openNetworkProxy(stage.rollCall.url),
    mkdtemp(join(tmpdir(), 'rollcall-phone-')),
    createFollower(stage, name),
  ])
  await openApp()
  await follower.logIn(visitor, true)
  // A file that cannot be fetched aborts the installation, so the network stays available until it is complete.
  await untilReady()
  await vi.waitFor(expectSavedToDisk, soon)
})
afterAll(async () => {
  await phone?.close()
  await proxy?.close()
  await stage?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

beforeEach(async () => {
  await reconnect()
  // A failed test may have left the browser closed.
  if (page.isClosed()) await reopenApp()
})

/** Restores the network and dispatches the browser's online event, so that the app retries at once. */
async function reconnect(): Promise<void> {
  await proxy.reconnect()
  if (page.isClosed()) return
  await phone.setOffline(true)
  await phone.setOffline(false)
}

/** Opens the app with the phone's stored browser profile. */
async function openApp(): Promise<void> {
  phone = await openProfile(folder)
  phone.setDefaultTimeout(pollOptions.timeout)
  follower = await Follower.open(phone, proxy.url)
  page = follower.page
}

async function reopenApp(): Promise<void> {
  await phone.close()
  await openApp()
}

async function logOut(): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL('**/auth')
}

/** Opens the screen that follows and unfollows athletes. */
async function openFollowing(): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByText('Tournaments').click()
  await page.getByRole('button', { name: 'Select Athletes to Follow' }).first().click()
  await page.getByRole('heading', { level: 1, name: day.name }).waitFor()
}

const unfollow = (who: string) => page.getByRole('button', { name: `Unfollow ${who}`, exact: true })
const openTab = (tab: string) => page.getByRole('navigation').getByText(tab).click()
const untilStored = (text: string) => expect.poll(() => storedBy(page), pollOptions).toContain(text)
const waiting = () => page.getByText(/changes? waiting for a connection/)

/** Waits until the app is installed; `serviceWorker.ready` would never resolve after a failed installation. */
const untilReady = () =>
  vi.waitFor(async () => {
    const state = await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state)
    if (state !== 'activated') throw new Error(`the service worker is ${state}`)
  }, soon)

/** Expects that Chromium has saved the service worker to disk. A browser that is closed earlier loses the installation. */
async function expectSavedToDisk(): Promise<void> {
  const files = await readdir(join(folder, 'Default/Service Worker'), { recursive: true, withFileTypes: true })
  const logs = files.filter(({ name }) => name.endsWith('.log') || name === 'index.txt')
  const written = await Promise.all(logs.map((file) => readFile(join(file.parentPath, file.name), 'latin1')))
  for (const part of ['/sw.js', 'workbox-precache']) expect(written.join()).toContain(part)
}
const checkForUpdate = () =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))

it('the app can be installed without an installability error of the browser', async () => {
  await untilReady()
  const devTools = await phone.newCDPSession(page)
  const { url, errors, data } = await devTools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(url).toBe(`${proxy.url}/manifest.webmanifest`)
  expect(JSON.parse(data ?? '')).toMatchObject({ id: '/', display: 'standalone', start_url: '/', scope: '/' })
  const pictures = [...(data ?? '').matchAll(/"src": "(.+?)"/g)].map(([, src = '']) => src)
  expect(pictures.length).toBeGreaterThan(6)
  for (const picture of pictures)
    expect((await phone.request.get(proxy.url + picture)).headers()['content-type']).toMatch(/^image\//)
  const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
})

it('the app opens all three tabs and a visited profile without a network, even after it was closed', async () => {
  await follower.openMatches()
  await follower
    .card(name)
    .first()
    .getByRole('link', { name: `Profile of ${name}` })
    .click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  const profile = new URL(page.url()).pathname
  await openTab('Athletes')
  await page.getByRole('list', { name: 'Followed athletes' }).getByText(name).first().waitFor()
  await untilStored(`/athletes/${profile.split('/').at(-1)}/order-of-fights`)
  await untilCached(page, ['user', 'upcomingMatches', 'followedAthletes', 'tournaments'])
  await proxy.disconnect()

  await reopenApp()
  await follower.card(name).first().waitFor()
  await page.getByText(/Last Updated \d+/).waitFor()
  await page.getByText('Connection lost - updates paused').waitFor()
  await openTab('Athletes')
  await page.getByRole('list', { name: 'Followed athletes' }).getByText(name).first().waitFor()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByText('Tournaments').click()
  await page.getByRole('list', { name: 'Tournaments' }).getByText(day.name).waitFor()
  await page.goto(proxy.url + profile)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await phone.setOffline(true)
  await page.goto(proxy.url)
  await openTab('Matches')
  await follower.card(name).first().waitFor()
  await expect.poll(() => page.getByText("You're offline").count(), pollOptions).toBe(1)
  await phone.setOffline(false)
})

it('follows and unfollows made without a network are sent when the network returns, even if the app was closed meanwhile', async () => {
  await openFollowing()
  await page.getByRole('searchbox').fill(other)
  await page.getByRole('button', { name: `Follow ${other}`, exact: true }).waitFor()
  await proxy.disconnect()
  const before = proxy.requests().length
  await page.getByRole('button', { name: `Follow ${other}`, exact: true }).click()
  await waiting().waitFor()
  await unfollow(name).click()
  await page.getByText('2 changes waiting for a connection').waitFor()
  expect(await accessibilityFaults(page, 'changes that wait')).toEqual([])

  await reopenApp()
  await openTab('Athletes')
  await page.getByText(`Follow ${other} · Unfollow ${name}`).waitFor()
  await page.getByRole('list', { name: 'Followed athletes' }).getByText(other).waitFor()
  expect(await page.getByRole('list', { name: 'Followed athletes' }).getByText(name).count()).toBe(0)
  expect(proxy.requests().length).toBe(before)

  await reconnect()
  await waiting().waitFor({ state: 'hidden' })
  const changes = proxy
    .requests()
    .slice(before)
    .filter((request) => /^(?:POST|DELETE) .*follow/.test(request))
  expect(changes).toEqual([expect.stringMatching(/^POST/), expect.stringMatching(/^DELETE/)])
  await page.reload()
  await page.getByRole('list', { name: 'Followed athletes' }).getByText(other).waitFor()
  expect(await page.getByRole('list', { name: 'Followed athletes' }).getByText(name).count()).toBe(0)
})

it('the app offers a new version and loads it on request', async () => {
  await page.evaluate(() => Object.assign(window, { isOld: true }))
  const isOld = () => page.evaluate(() => 'isOld' in window)
  proxy.append('/sw.js', '\n// newer')
  await checkForUpdate()
  await page.getByText('A new version is ready').waitFor()
  expect(await isOld()).toBe(true)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => isOld().catch(() => true), pollOptions).toBe(false)
  await page.getByRole('navigation').getByText('Matches').waitFor()
  await untilReady()
  expect(await page.getByText('A new version is ready').count()).toBe(0)
})

it('the app offers its installation until the user declines', async () => {
  const browserOffers = () =>
    page.evaluate(() => void dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })))
  const hint = () => page.getByText('Install RollCall')
  await browserOffers()
  await hint().waitFor()
  expect(await accessibilityFaults(page, 'the hint')).toEqual([])
  await page.getByRole('button', { name: 'Not now' }).click()
  await hint().waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('navigation').getByText('Matches').waitFor()
  await untilReady()
  await browserOffers()
  proxy.append('/sw.js', '\n// newer again')
  await checkForUpdate()
  // The update notice appears later than the hint would.
  await page.getByText('A new version is ready').waitFor()
  expect(await hint().count()).toBe(0)
  await page.getByRole('button', { name: 'Later' }).click()
})

it('the app offers to reload when a screen of its version no longer exists', async () => {
  const built = await readdir(join(import.meta.dirname, '../../dist/client/assets'))
  const file = `/assets/${built.find((file) => file.startsWith('help-screen-'))}`
  proxy.answer(`GET ${file}`, { status: 404, body: {} })
  await (await phone.newCDPSession(page)).send('Network.clearBrowserCache')
  await page.evaluate(async (file) => {
    for (const name of await caches.keys()) await (await caches.open(name)).delete(file)
  }, file)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByText('Help').click()
  await page.getByText('This part could not be loaded').waitFor()
  proxy.answer(`GET ${file}`, null)
  proxy.append('/sw.js', '\n// newest')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => page.getByRole('heading', { level: 1, name: 'Help' }).count(), pollOptions).toBe(1)
})

it('the app says that the server refused a queued change, and shows the server’s state again', async () => {
  await openFollowing()
  await proxy.disconnect()
  await unfollow(other).click()
  await waiting().waitFor()
  const followRequest = proxy
    .requests()
    .findLast((request) => request.startsWith('POST') && request.endsWith('/follow'))
  proxy.answer(followRequest?.replace('POST', 'DELETE') ?? '', {
    status: 409,
    body: { success: false, error: 'Not today.' },
  })
  await reconnect()
  await page.getByText(`${other} could not be unfollowed`, { exact: true }).waitFor()
  await unfollow(other).waitFor()
  expect(await waiting().count()).toBe(0)
})

it('[S-09] the app keeps no data of a user who logged out, even without a network', async () => {
  await openFollowing()
  await untilStored(other)
  await proxy.disconnect()
  await unfollow(other).click()
  await waiting().waitFor()
  await logOut()
  await expect.poll(() => storedBy(page), pollOptions).not.toContain(other)
  const left = await storedBy(page)
  for (const secret of [visitor.email, name, day.name]) expect(left).not.toContain(secret)
  await reopenApp()
  await page.waitForURL('**/auth')
  expect(await page.getByText(other).count()).toBe(0)
})
