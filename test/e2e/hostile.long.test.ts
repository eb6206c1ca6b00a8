// A source whose every text is an attack, on every screen (quality/security.md ).
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addresses } from '#contract/addresses.ts'
import { type Day, startDay } from '#support/day.ts'
import { connect } from '#support/sql.ts'
import { closeContexts, openBrowser, openContext, type OpenRollCall, openRollCall } from './stage.ts'

const chief = { email: 'chief@example.org', password: 'the chief of all mats' }
const owner = { username: 'matside', email: 'matside@example.org', password: 'a long enough secret' }

const image = '<img src=x onerror=alert(1)>'
const script = '"><script>alert(1)</script>'
const endless = 'W'.repeat(20_000)
/** A right-to-left override turns the text that follows it. */
const turned = '\u202Edlrow \u0000olleh'
const club = `"><script src=//evil.test/x.js></script>${'M'.repeat(300)}`
const event = `</title><script>alert(1)</script> ${image} Open${'N'.repeat(60)}`
const categories = (['Light', 'Middle', 'Heavy'] as const).map(
  (weight) => ({ age: 'Adult\u202E', gender: 'Male', belt: 'BLUE', weight, athletes: 8 }) as const,
)
const shareTitle = `</title><script>alert(1)</script>${'T'.repeat(40)}`
const note = `${image}\n${script}\n${'x'.repeat(300)}`

let browser: Browser
let day: Day
let rollCall: OpenRollCall
/** Signed in as the follower and as the administrator. */
let user: BrowserContext
let admin: BrowserContext
let ids: { tournament: number; athletes: number[]; link: string }

beforeAll(async () => {
  ;[browser, day] = await Promise.all([openBrowser(), startDay({ plan: { name: event, categories } })])
  const fights = [day.match('started', 1), day.match('started', 2), day.match('assigned')]
  const athleteIds = fights.flatMap((fight) => fight.sides.map(({ athleteId }) => athleteId ?? 0))
  for (const [place, name] of [image, script, endless, turned, endless, image].entries())
    day.control.athlete({ tournament: 3105, athlete: athleteIds[place] ?? 0, action: 'rename', name })
  for (const athlete of athleteIds) day.control.athlete({ tournament: 3105, athlete, action: 'team', team: club })
  rollCall = await openRollCall({
    sourceUrl: day.url,
    env: { ADMIN_EMAIL: chief.email, ADMIN_PASSWORD: chief.password },
  })
  user = await openContext(browser, { locale: 'en-US' })
  admin = await openContext(browser, { locale: 'en-US' })
  await call(user, 'register', { body: owner })
  await call(admin, 'login', { body: { username: chief.email, password: chief.password, rememberMe: false } })
  ids = await follow(athleteIds)
}, 180_000)
afterAll(async () => {
  if (browser) await closeContexts(browser)
  await rollCall?.close()
  await day?.close()
})

type Hit = { id: number; bjjCompSystemId: string }

async function call(
  context: BrowserContext,
  name: keyof typeof addresses,
  { id = '', body, query = '' }: { id?: number | string; body?: object; query?: string } = {},
): Promise<unknown> {
  const { method, path } = addresses[name]
  const answer = await context.request.fetch(rollCall.url + path.replace(/:\w+/, String(id)) + query, {
    method,
    headers: { origin: rollCall.url },
    ...(body === undefined ? {} : { data: body }),
  })
  expect(`${name} ${answer.status()}`).toBe(`${name} 200`)
  return answer.json()
}

/** Adds the tournament, follows these athletes (by their ids at the source), writes notes and creates a link. */
async function follow(athleteIds: number[]): Promise<typeof ids> {
  const pollOptions = { timeout: 60_000, interval: 2_000 }
  await vi.waitFor(
    async () => expect(JSON.stringify(await call(user, 'availableTournaments'))).toContain('3105'),
    pollOptions,
  )
  await call(user, 'addTournaments', { body: { tournaments: [{ value: '3105' }] } })
  const { tournaments } = (await call(user, 'tournaments')) as { tournaments: { id: number }[] }
  const tournament = tournaments[0]?.id ?? 0
  const wanted = new Set(athleteIds.map(String))
  const findHits = async (): Promise<Hit[]> => {
    const hits: Hit[] = []
    for (const search of ['img src', 'script', 'WWW', 'dlrow']) {
      const answer = await call(user, 'searchAthletes', {
        id: tournament,
        query: `?search=${encodeURIComponent(search)}`,
      })
      hits.push(...(answer as { athletes: Hit[] }).athletes.filter((hit) => wanted.has(hit.bjjCompSystemId)))
    }
    return [...new Map(hits.map((hit) => [hit.id, hit])).values()]
  }
  await vi.waitFor(async () => expect(await findHits()).toHaveLength(wanted.size), pollOptions)
  const athletes = (await findHits()).map(({ id }) => id)
  for (const id of athletes) await call(user, 'follow', { id })
  await call(user, 'athleteNotes', { id: athletes[0] ?? 0, body: { notes: note, tags: [script.slice(0, 20)] } })
  const { shareUrl } = (await call(user, 'share', { body: { title: shareTitle } })) as { shareUrl: string }
  return { tournament, athletes, link: new URL(shareUrl).pathname }
}

/**
 * All faults of a page: dialogs, violations of the content security policy, errors, requests to the attacker's host, texts that
 * injected markup, a page that is too wide.
 */
async function faultsOf(context: BrowserContext, path: string, expected: string[]): Promise<string[]> {
  const page = await context.newPage()
  const wrong: string[] = []
  page.on('dialog', (dialog) => {
    wrong.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => wrong.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) wrong.push(message.text())
  })
  page.on('request', (request) => {
    if (/evil\.test/.test(request.url())) wrong.push(`request to ${request.url()}`)
  })
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      setTimeout(() => {
        throw new Error(`policy: ${violatedDirective} ${blockedURI}`)
      }),
    )
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(rollCall.url + path)
  for (const text of expected) await waitForText(page, text)
  await page.waitForLoadState('load')
  const injected = await page.evaluate(
    () => document.querySelectorAll('img[src="x"], [onerror], script:not([src]):not([type="application/json"])').length,
  )
  if (injected > 0) wrong.push(`${injected} elements made of text`)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (tooWide > 0) wrong.push(`${tooWide} px wider than ${width}`)
  }
  await page.close()
  return wrong
}

/** Waits until the page shows the text unchanged. */
const waitForText = (page: Page, text: string) => page.getByText(text).first().waitFor({ timeout: 30_000 })

describe('[X-01] Text of the source', () => {
  it.each<[string, string[]]>([
    ['/', [image, 'Adult / Male / BLUE']],
    ['/?tab=athletes', [image, script, 'dlrow olleh']],
    ['/?tab=tournaments', [image]],
    ['/athletes/:tournament', [image, script]],
    ['/athlete-profile/:athlete', [image]],
    ['/tournament/:tournament', [image]],
    ['/share', []],
    ['/profile', []],
    ['/help', []],
    ['/sponsors', []],
    ['/donate', []],
  ])('stays text on %s, runs no code and does not break the layout', async (path, expected) => {
    expect(await faultsOf(user, withIds(path), expected)).toEqual([])
  })

  it.each<[string, string[]]>([
    [':link', [shareTitle, image]],
    [':link?tab=athletes', [image, script]],
  ])('stays text on the shared page %s, runs no code and does not break the layout', async (path, expected) => {
    const stranger = await openContext(browser, { locale: 'en-US' })
    expect(await faultsOf(stranger, withIds(path), expected)).toEqual([])
  })

  it.each<[string, string[]]>([
    ['/admin', []],
    ['/admin?tab=users', [owner.email]],
    ['/admin?tab=tournaments', [image]],
    ['/admin?tab=athletes', [image, script]],
    ['/admin?tab=shares', [shareTitle]],
    ['/admin?tab=source', []],
    ['/admin?tab=audit', []],
    ['/diagnostics', []],
    ['/diagnostics?tab=athletes', [image]],
    ['/diagnostics?tab=issues', []],
  ])('stays text on %s, runs no code and does not break the layout', async (path, expected) => {
    expect(await faultsOf(admin, withIds(path), expected)).toEqual([])
  })
})

const withIds = (path: string): string =>
  path
    .replace(':tournament', String(ids.tournament))
    .replace(':athlete', String(ids.athletes[0]))
    .replace(':link', ids.link)

it('[X-01] stored texts of the source have at most 200 characters, none of which hides text or turns its direction', async () => {
  const sql = connect(rollCall.databaseUrl)
  const texts = await sql<{ text: string }[]>`
    select name as text from athletes union select team from athletes union select division from categories
    union select name from tournaments`
  await sql.end()
  const stored = texts.flatMap(({ text }) => text ?? [])
  expect(stored.filter((text) => text.length > 200 || /[\p{Cc}\p{Cf}]/u.test(text))).toEqual([])
  expect(stored).toEqual(expect.arrayContaining([image, script, 'W'.repeat(200), 'dlrow olleh']))
})

it('[X-04] the shared page that the server renders contains its title as text only', async () => {
  const answer = await fetch(rollCall.url + ids.link)
  const html = await answer.text()
  expect(html).not.toContain('<script>alert')
  expect(html).not.toMatch(/<img src=x/)
  expect(html).toContain('&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;')
})
