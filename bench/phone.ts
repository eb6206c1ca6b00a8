// An emulated phone: a CPU four times slower, 1.6 Mbit/s, 150 ms of latency, and the browser's figures about a page on it.
import type { Browser, CDPSession, Page } from 'playwright-core'

/** Lighthouse's slow 4G, in bytes per second and ms. */
const network = { downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, latency: 150 }
export const cpuSlowdown = 4

/** When the first match card and the largest element were painted, ms; the layout shift; the longest task over 50 ms. */
export type PaintTimes = { card: number; largest: number; shift: number; longest: number }

/** Opens a page with an empty cache and these cookies; if there are cookies, also sets the app's own session flag. */
export async function openPhone(
  from: Browser,
  cookies: { name: string; value: string; url: string }[] = [],
): Promise<{ page: Page; devtools: CDPSession; close(): Promise<void> }> {
  const context = await from.newContext({
    serviceWorkers: 'block',
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    locale: 'en-US',
    timezoneId: 'America/New_York',
  })
  await context.addCookies(cookies)
  const page = await context.newPage()
  if (cookies.length > 0) await page.addInitScript(() => localStorage.setItem('hadSession', 'true'))
  await page.addInitScript(watch)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...network })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  return { page, devtools, close: () => context.close() }
}

/**
 * The figures of the page so far.
 * @throws Error if no match card was painted yet.
 */
export async function paintTimesOf(page: Page): Promise<PaintTimes> {
  const seen = await page.evaluate<PaintTimes>('window.seen')
  if (seen.card === 0) throw new Error('no match card was painted')
  return seen
}

/** Runs in the page before its scripts: records the first card and the browser's performance entries. */
export function watch(): void {
  const seen = { card: 0, largest: 0, shift: 0, longest: 0 }
  Object.assign(window, { seen })
  const cards = new MutationObserver(() => {
    const card = document.querySelector('article, [role=article]')
    if (!card) return
    cards.disconnect()
    // An IntersectionObserver reports in the frame that is painted; a page that waits for its styles paints nothing.
    new IntersectionObserver((entries, observer) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      seen.card = performance.now()
      observer.disconnect()
    }).observe(card)
  })
  cards.observe(document, { childList: true, subtree: true })
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }
  const note = (type: string, take: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  note('largest-contentful-paint', (entry) => (seen.largest = entry.startTime))
  note('layout-shift', (entry) => (seen.shift += (entry as Shift).hadRecentInput ? 0 : (entry as Shift).value))
  note('longtask', (entry) => (seen.longest = Math.max(seen.longest, entry.duration)))
}
