// A phone in a hall without any network, its browser closed before: how long until the last matches are there. The CPU is four
// times slower; the program comes from the service worker, the matches from what the browser kept.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { openProfile } from '#support/browser.ts'
import { openNetworkProxy } from '#support/network-proxy.ts'
import { removeData, startRollCall } from '#support/rollcall.ts'
import { median, print } from './figure.ts'
import { cpuSlowdown, seenOn, watch } from './phone.ts'

const starts = 5
/** The demo imports its tournament first, in ms. */
const patience = 180_000

const rollCall = await startRollCall()
const proxy = await openNetworkProxy(rollCall.url)
const folder = await mkdtemp(join(tmpdir(), 'rollcall-phone-'))
let phone: BrowserContext | undefined
try {
  phone = await openProfile(folder)
  await beThereOnce(phone)
  await phone.close()
  await proxy.disconnect()
  const cards: number[] = []
  for (let count = 0; count < starts; count++) {
    phone = await openProfile(folder)
    const page = await phone.newPage()
    await page.addInitScript(watch)
    const devtools = await phone.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    await page.goto(proxy.url)
    await page.locator('article').first().waitFor()
    await page.getByText('Connection lost - updates paused').waitFor()
    cards.push((await seenOn(page)).card)
    await phone.close()
  }
  print('first match card of a cold start without a network', median(cards), 'ms', { most: 1_500 })
  console.log(`  each time ${cards.map((ms) => ms.toFixed(0)).join(', ')} ms`)
} finally {
  await phone?.close()
  await proxy.close()
  await rollCall.stop()
  await removeData(rollCall.dataDir)
  await removeData(folder)
}

/** Logs in to be remembered, and stays until the matches and the whole program are kept. */
async function beThereOnce(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.goto(proxy.url)
  await page.getByLabel('Email').fill('coach@rollcall.example')
  await page.getByLabel('Password', { exact: true }).fill('rollcall-demo')
  await page.getByLabel('Remember me').check()
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await page.locator('article').nth(3).waitFor({ timeout: patience })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  // Changes are kept a second after they came.
  await page.waitForTimeout(3_000)
}
