// A user follows a team of 126 athletes in a browser: the time from the tap in the dialog until the first row of the team is
// painted, on this machine and on an emulated phone.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import type { CategoryPlan } from '#simulator/index.ts'
import { launchBrowser } from '#support/browser.ts'
import { startDay } from '#support/day.ts'
import { removeData, startRollCall } from '#support/rollcall.ts'
import { Visitor } from '#support/visitor.ts'
import { median, print } from './figure.ts'
import { retry } from './import-day.ts'
import { openPhone } from './phone.ts'

const entries = 126
const runs = 5
const weights = [
  'Rooster',
  'Light Feather',
  'Feather',
  'Light',
  'Middle',
  'Medium Heavy',
  'Heavy',
  'Super Heavy',
] as const
/** At most two of a team enter a category. */
const categories = (['Adult', 'Master 1'] as const).flatMap((age) =>
  (['WHITE', 'BLUE', 'PURPLE', 'BROWN', 'BLACK'] as const).flatMap((belt) =>
    weights.map((weight): CategoryPlan => ({ age, gender: 'Male', belt, weight, athletes: 4 })),
  ),
)

const day = await startDay({ plan: { mats: 8, categories, teams: [{ name: 'Alpha', entries }] } })
const rollCall = await startRollCall({
  sourceUrl: day.url,
  dataDir: await mkdtemp(join(tmpdir(), 'rollcall-bench-')),
})
const browser = await launchBrowser()
try {
  await measure('first row of a followed team of 126', (cookies) => openWindow(browser, cookies))
  await measure('first row of a followed team of 126 on a phone', (cookies) => openPhone(browser, cookies))
} finally {
  await browser.close()
  await rollCall.stop()
  await day.close()
  await removeData(rollCall.dataDir)
}

type Cookies = { name: string; value: string; url: string }[]
type Opened = { page: Page; close(): Promise<void> }

async function openWindow(from: Browser, cookies: Cookies): Promise<Opened> {
  const context = await from.newContext({
    serviceWorkers: 'block',
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
  })
  await context.addCookies(cookies)
  return { page: await context.newPage(), close: () => context.close() }
}

async function measure(name: string, open: (cookies: Cookies) => Promise<Opened>): Promise<void> {
  const times: number[] = []
  for (let run = -1; run < runs; run++) {
    const ms = await followTeam(open)
    // The first run warms up the server.
    if (run >= 0) times.push(ms)
  }
  print(name, median(times), 'ms', { most: 2_000 })
  console.log(`  each time ${times.map((ms) => ms.toFixed(0)).join(', ')} ms`)
}

/** A new user follows the team in the search of the tournament; ms until the team's first row is painted. */
async function followTeam(open: (cookies: Cookies) => Promise<Opened>): Promise<number> {
  const visitor = await new Visitor(rollCall.url).signUp()
  const tournament = await addDay(visitor)
  const [name = '', value = ''] = (visitor.cookie ?? '').split('=')
  const { page, close } = await open([{ name, value, url: rollCall.url }])
  await page.goto(`${rollCall.url}/athletes/${tournament}`)
  await page.getByRole('searchbox').fill('alpha')
  await page.getByRole('button', { name: 'Follow team Alpha', exact: true }).click()
  const button = page.getByRole('dialog').getByRole('button', { name: 'Follow team', exact: true })
  await button.waitFor()
  await page.evaluate(watchRows)
  await button.click()
  const firstRowMs = await page.evaluate<Promise<number>>('window.firstRow')
  await close()
  return firstRowMs
}

/** Runs in the page: `firstRow` resolves with the ms from the next click to the first paint of a row of the list of all 126. */
function watchRows(): void {
  const firstRow = new Promise<number>((resolve) => {
    document.addEventListener(
      'click',
      () => {
        const clickedAt = performance.now()
        const rows = new MutationObserver(() => {
          const row = document.querySelector('[aria-setsize="126"]')
          if (!row) return
          rows.disconnect()
          // An IntersectionObserver reports in the frame that paints.
          new IntersectionObserver((seen, observer) => {
            if (!seen.some(({ isIntersecting }) => isIntersecting)) return
            resolve(performance.now() - clickedAt)
            observer.disconnect()
          }).observe(row)
        })
        rows.observe(document, { childList: true, subtree: true })
      },
      { capture: true, once: true },
    )
  })
  Object.assign(window, { firstRow })
}

/** Adds the tournament; resolves with our id when all athletes of the team are known. */
async function addDay(visitor: Visitor): Promise<number> {
  await visitor.call('availableTournaments')
  const { tournaments } = await visitor.call('addTournaments', { body: { tournaments: [{ value: String(day.id) }] } })
  const id = tournaments[0]?.id ?? 0
  await retry(async () => {
    const { teams } = await visitor.call('tournamentTeams', { id, query: { search: 'Alpha' } })
    if (teams[0]?.athletes !== entries) throw new Error('the team is not read yet')
  })
  return id
}
