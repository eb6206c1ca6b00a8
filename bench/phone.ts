// A phone in a hall: a CPU four times slower, 1.6 Mbit/s, 150 ms, and what the browser says of a page that is opened on it.
import type { Browser, CDPSession, Page } from 'playwright-core'

/** Lighthouse's slow 4G, in bytes per second and ms. */
const network = { downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, latency: 150 }
export const cpuSlowdown = 4

/** When the first match card and the largest thing were drawn, in ms; how much moved; the longest task over 50 ms. */
export type Seen = { card: number; largest: number; shift: number; longest: number }

/** Opens a page with an empty cache; `cookies` as the browser is to have them, with the app's own note of the session. */
export async function openPhone(
  from: Browser,
  cookies: { name: string; value: string; url: string }[] = [],
): Promise<{ page: Page; devtools: CDPSession; close(): Promise<void> }> {
  const context = await from.newContext({
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

/** What was seen of the page so far. @throws Error when no match card was. */
export async function seenOn(page: Page): Promise<Seen> {
  const seen = await page.evaluate<Seen>('window.seen')
  if (seen.card === 0) throw new Error('no match card was seen')
  return seen
}

/** Runs in the page before anything of it: notes when the first card is drawn, and what the browser says of the page. */
export function watch(): void {
  const seen = { card: 0, largest: 0, shift: 0, longest: 0 }
  Object.assign(window, { seen })
  const looking = new MutationObserver(() => {
    const card = document.querySelector('article')
    if (!card) return
    looking.disconnect()
    // Observed in the step that draws: a page that still waits for its styles draws nothing.
    new IntersectionObserver((entries, observer) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      seen.card = performance.now()
      observer.disconnect()
    }).observe(card)
  })
  looking.observe(document, { childList: true, subtree: true })
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }
  const note = (type: string, take: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  note('largest-contentful-paint', (entry) => (seen.largest = entry.startTime))
  note('layout-shift', (entry) => (seen.shift += (entry as Shift).hadRecentInput ? 0 : (entry as Shift).value))
  note('longtask', (entry) => (seen.longest = Math.max(seen.longest, entry.duration)))
}
