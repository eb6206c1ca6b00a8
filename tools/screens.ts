// npm run screens [word…] [--all]: a screenshot of every screen in every state, dark and light, on a phone and on a laptop, in
// screens/. Words select the states whose names contain one of them ('profile', 'matches-sixty'); --all adds the smallest phone
// and a tablet.
import { rm, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { createBuilder } from 'vite'
import { type ScreenFixtures, openScreenFixtures } from './screens/fixtures.ts'
import { statesOf } from './screens/states.ts'
import type { State } from './screens/steps.ts'

const folder = join(import.meta.dirname, '../screens')
const themes = ['dark', 'light'] as const
const height = 844
/** In px. A longer page is cut off here. */
const tallest = 2600
/**
 * The wait after the steps to a state, ms: long enough for requests to be answered, and short enough that a toast is still
 * visible.
 */
const waitAfterSteps = 1_200
/** The number of screenshots taken in parallel. */
const parallel = 3

const { values, positionals: words } = parseArgs({ allowPositionals: true, options: { all: { type: 'boolean' } } })
const widths = values.all ? [320, 390, 768, 1280] : [390, 1280]

const builder = await createBuilder({ configFile: join(import.meta.dirname, '../vite.config.ts'), logLevel: 'warn' })
await builder.buildApp()
await using fixtures = await openScreenFixtures()
if (words.length === 0) await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const queue = statesOf(fixtures)
  .filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  .flatMap((state) => widths.filter((width) => !state.onlyPhone || width < 768).map((width) => ({ state, width })))
const failed: string[] = []
await Promise.all(Array.from({ length: parallel }, takeQueued))
console.log(`The screenshots are in ${folder}.`)
if (failed.length > 0) {
  console.error(failed.join('\n'))
  process.exitCode = 1
}

async function takeQueued(): Promise<void> {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { state, width } = next
    try {
      // A screenshot at another width may have changed the same user's data at that moment; then this one is taken again.
      await takeScreenshots(fixtures, state, width).catch(() => takeScreenshots(fixtures, state, width))
    } catch (error) {
      failed.push(`${state.name} at ${width} px: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

async function takeScreenshots({ browser, url, sessions }: ScreenFixtures, state: State, width: number): Promise<void> {
  const storageState = sessions[state.user]
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width, height },
    ...(width < 768 && { isMobile: true, hasTouch: true, deviceScaleFactor: 2 }),
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    baseURL: url,
    ...(storageState && { storageState }),
  })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  try {
    if (state.broken) {
      const [address, how] = state.broken
      await page.route(address, (route) => (how === 'failed' ? route.abort() : undefined))
    }
    await page.goto(state.at)
    await waitForNetworkIdle(page)
    if (state.broken?.[1] === 'failed' && !state.steps) await page.getByRole('button', { name: 'Try Again' }).waitFor()
    if (state.steps) {
      await state.steps(page)
      await page.waitForTimeout(waitAfterSteps)
    }
    if (!state.onlyWindow && (await page.getByRole('dialog').count()) === 0) {
      const whole = await page.evaluate(() => document.documentElement.scrollHeight)
      await page.setViewportSize({ width, height: Math.min(Math.max(height, whole), tallest) })
    }
    for (const theme of themes) {
      await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme)
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 150)))
      await page.screenshot({ path: join(folder, `${state.name}-${width}-${theme}.png`) })
    }
  } finally {
    await context.close()
  }
}

/** Waits until no request is pending, for at most a second and a half, and then until the fonts are loaded. */
async function waitForNetworkIdle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 1_500 }).catch(() => undefined)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}
