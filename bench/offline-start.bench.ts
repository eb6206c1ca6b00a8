// Measures the start of the closed app on a phone without a network: the time until the last known matches are shown. The CPU is
// four times slower; the program comes from the service worker, the matches from the offline cache.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { openProfile } from '#support/browser.ts'
import { openNetworkProxy } from '#support/network-proxy.ts'
import { removeData, startRollCall } from '#support/rollcall.ts'
import { median, print } from './figure.ts'
import { cpuSlowdown, paintTimesOf, watch } from './phone.ts'

const starts = 5
/** In ms, for the import of the demo's tournament. */
const importTimeout = 180_000

const rollCall = await startRollCall()
const proxy = await openNetworkProxy(rollCall.url)
const folder = await mkdtemp(join(tmpdir(), 'rollcall-phone-'))
let phone: BrowserContext | undefined
try {
  phone = await openProfile(folder)
  await visitOnce(phone)
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
    await page.getByRole('article').first().waitFor()
    await page.getByText('Connection lost - updates paused').waitFor()
    cards.push((await paintTimesOf(page)).card)
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

/** Logs in with 'Remember me', and waits until the matches and the program are cached. */
async function visitOnce(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.goto(proxy.url)
  await page.getByLabel('Email').fill('coach@rollcall.example')
  await page.getByLabel('Password', { exact: true }).fill('rollcall-demo')
  await page.getByLabel('Remember me').check()
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await page.getByRole('article').nth(3).waitFor({ timeout: importTimeout })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  // Changes are stored after a delay of one second.
  await page.waitForTimeout(3_000)
}
