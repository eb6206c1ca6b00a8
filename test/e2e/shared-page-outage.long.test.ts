// The status lines of a shared page whose connection is lost and restored.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type NetworkProxy, openNetworkProxy } from '#support/network-proxy.ts'
import { createFollower, openContext, openStage, type Stage } from './stage.ts'

const live = 'Live monitoring active - Real-time updates from BJJ Comp System'
const lost = 'Connection lost - updates paused'
const reading = 'Real-time updates paused - This page is read again every minute'

let stage: Stage
let browser: Browser
let proxy: NetworkProxy
let path: string

beforeAll(async () => {
  stage = await openStage({ day: { athletes: [8, 4] } })
  ;({ browser } = stage)
  const visitor = await createFollower(stage, stage.day.match('assigned').names[0])
  proxy = await openNetworkProxy(stage.rollCall.url)
  path = new URL((await visitor.call('share', { body: { title: 'Camp' } })).shareUrl).pathname
})
afterAll(async () => {
  await proxy?.close()
  await stage?.close()
})

async function openPage(): Promise<Page> {
  const context = await openContext(browser, { viewport: { width: 390, height: 844 }, locale: 'en-US' })
  return context.newPage()
}

/** The text of the page, with both status lines. */
const textOf = (page: Page): Promise<string> => page.locator('main').innerText()
/** Records every text of the page from now on. The returned function reads the recorded texts. */
async function recordTexts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = []
    const note = (): void => void seen.push(document.querySelector('main')?.innerText ?? '')
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true })
    Object.assign(window, { seen })
  })
  return () => page.evaluate(() => (window as unknown as { seen: string[] }).seen)
}

it('a shared page with a lost connection never says that it is up to date, and recovers without another read', async () => {
  const page = await openPage()
  const connected = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'))
  await page.goto(proxy.url + path)
  await page.getByText(live).waitFor()
  await page.getByText('Last updated: Up to date').waitFor()
  await connected
  const readTexts = await recordTexts(page)

  await proxy.disconnect()
  await page.getByText(lost).waitFor()
  expect(await textOf(page)).toContain('Last updated: less than a minute ago')

  const reads = (): number => proxy.requests().filter((request) => request.startsWith('GET /api/share/')).length
  const before = reads()
  await proxy.reconnect()
  await page.getByText(live).waitFor()
  await page.getByText('Last updated: Up to date').waitFor()
  // The update arrived on the socket; the page did not read again.
  expect(reads()).toBe(before)
  const contradictions = (await readTexts()).filter((text) => text.includes(lost) && text.includes('Up to date'))
  expect(contradictions).toEqual([])
})

it('a shared page without a socket says that it is read again every minute, not that the connection is lost', async () => {
  const page = await openPage()
  await page.routeWebSocket(/\/ws/, (socket) => void socket.close({ code: 1011 }))
  await page.goto(proxy.url + path)
  await page.getByText(live).waitFor()
  const readTexts = await recordTexts(page)
  await page.getByText(reading).waitFor()
  expect(await textOf(page)).toContain('Last updated: Up to date')
  expect((await readTexts()).filter((text) => text.includes(lost))).toEqual([])
})
