// The day list of the Matches tab: sections, the card of the next match, rows, filters, conflicts, mats and reasons (decision
// D37).
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FollowedResponse } from '#contract/athletes.ts'
import type { ResponseOf } from '#contract/endpoints.ts'
import type { MatchesResponse } from '#contract/matches.ts'
import type { Visitor } from '#support/visitor.ts'
import { accessibilityFaults } from './accessibility-faults.ts'
import { Follower, phone } from './follower.ts'
import { tabTo } from './keyboard.ts'
import { createFollower, openContext, openStage, signIn, type Stage } from './stage.ts'
import { storedBy } from './stored.ts'

const minute = 60_000
const teams = ['Harbor Team', 'Serra Team']

let stage: Stage
/** The tests use them in turn, because a user can open at most 30 sockets a minute. */
let visitors: Visitor[]
let tests = 0
let visitor: Visitor
let follower: Follower
let page: Page

beforeAll(async () => {
  stage = await openStage()
  const [name] = stage.day.match('assigned').names
  visitors = await Promise.all([1, 2, 3].map(() => createFollower(stage, name)))
})
afterAll(() => stage?.close())
beforeEach(async () => {
  visitor = visitors[tests++ % visitors.length] as Visitor
  // A file of the same origin: the tests set what the dashboard shows, and then open it.
  follower = await Follower.enter(stage, visitor, { path: '/licenses.txt' })
  ;({ page } = follower)
  // The socket's messages would replace the estimates that the tests set.
  await page.routeWebSocket(/\/ws/, () => undefined)
})
afterEach(() => {
  if (follower.pageErrors.length > 0) throw new Error(follower.pageErrors.join('\n'))
})

/** `starts`: in how many minutes. `change`: fields of the match that differ. */
type Match = { starts: number; mat: number; name?: string; change?: Partial<MatchesResponse['matches'][number]> }

/**
 * `isClaiming`: whether the user's link gives the right to claim. `claims`: who has claimed the match of each athlete. `age`: the minutes since the source was last read; above 0, the
 * list is that of a live tournament.
 */
type Options = { isClaiming?: boolean; claims?: Record<string, string>; age?: number }

/**
 * Shows these matches, which start in the given numbers of minutes. On every mat a match of seven minutes is in progress and
 * another one precedes each given match, so that its start can be estimated; without `isEstimated` only the published times are
 * known.
 */
async function show(matches: readonly Match[], isEstimated = false, options: Options = {}): Promise<void> {
  await serve(matches, isEstimated, options)
  await page.goto(stage.rollCall.url)
  await page.getByRole('article').first().waitFor()
}

/** Answers the next requests for the list with these matches. */
async function serve(
  matches: readonly Match[],
  isEstimated: boolean,
  { isClaiming = false, claims = {}, age = 0 }: Options = {},
): Promise<void> {
  await page.route('**/api/matches/upcoming', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as MatchesResponse
    const [item] = body.matches
    if (!item) throw new Error('the list is empty')
    const now = Date.parse(body.serverTime)
    const zone = item.tournamentTimezone ?? 'UTC'
    const part = (at: number, options: Intl.DateTimeFormatOptions): string =>
      new Intl.DateTimeFormat('en-CA', { timeZone: zone, hourCycle: 'h23', ...options }).format(at)
    const dayOf = (at: number): string => part(at, { year: 'numeric', month: '2-digit', day: '2-digit' })
    body.matches = matches.map(({ starts, mat, name = `Athlete ${starts}`, change }, index) => ({
      ...item,
      id: 100_000 + index,
      athleteId: 200_000 + index,
      athleteName: name,
      athleteTeam: teams[index % 2] ?? null,
      opponentName: `Opponent ${index}`,
      scheduledDateTime: new Date(now + starts * minute).toISOString(),
      day: dayOf(now + starts * minute),
      localTime: part(now + starts * minute, { hour: '2-digit', minute: '2-digit' }),
      matNumber: mat,
      fightNumber: index * 10,
      rawStatus: null,
      status: 'upcoming',
      board: 'listed',
      ahead: 2,
      before: isEstimated ? { fights: 2, turnovers: 14, breaks: 0 } : null,
      moved: null,
      ...change,
    }))
    body.isClaiming = isClaiming
    body.claims = body.matches.flatMap(({ id, athleteName }, index) => {
      const name = claims[athleteName]
      return name === undefined ? [] : { matchId: id, name, at: body.serverTime, order: index + 1 }
    })
    if (age > 0) {
      body.mode = 'live'
      for (const source of Object.values(body.sources)) source.fetchedAt = new Date(now - age * minute).toISOString()
    }
    body.halls = {
      [item.tournamentId]: {
        date: dayOf(now),
        asOf: now,
        pace: 1,
        spread: 0.05,
        unevenness: 0.25,
        stop: null,
        mats: [...new Set(matches.map(({ mat }) => mat))].map((mat) => ({
          mat,
          state: 'running',
          anchor: now,
          running: 7,
          left: { fights: 0, turnovers: 0 },
          isOn: true,
        })),
      },
    }
    await route.fulfill({ response, json: body })
  })
}

const list = () => page.getByRole('list', { name: 'Upcoming matches' })
const matchesShown = () => list().getByRole('article')
const headings = () => page.getByRole('heading', { level: 2 }).allInnerTexts()
const named = (name: string) => matchesShown().and(page.getByRole('article', { name, exact: true }))
/** Forty athletes on eight mats, with a start every seven minutes from now. */
const forty = Array.from({ length: 40 }, (_, index) => ({ starts: 3 + index * 7, mat: (index % 8) + 1 }))

/** Three matches, the first two at the same time. */
const overlapping = [
  { starts: 20, mat: 3, name: 'Ana Lua' },
  { starts: 20, mat: 5, name: 'Leo Serra' },
  { starts: 150, mat: 1, name: 'Rui Farol', change: { before: null } },
]

/** The step of an athlete: to report for Heavy in `minutes`; `was`: in how many minutes it was before it moved earlier. */
type Report = { minutes: number; was?: number }

/** Gives the athletes of the list these times to report, in the order of their matches. */
async function serveReports(reports: readonly Report[]): Promise<void> {
  await page.route('**/api/athletes/followed*', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as FollowedResponse
    const [athlete] = body.athletes
    if (!athlete) throw new Error('nobody is followed')
    const zone = athlete.tournament.timezone ?? 'UTC'
    const now = Date.parse(body.serverTime)
    const local = (minutes: number) => {
      const format = (options: Intl.DateTimeFormatOptions): string =>
        new Intl.DateTimeFormat('en-CA', { timeZone: zone, hourCycle: 'h23', ...options }).format(
          now + minutes * minute,
        )
      return {
        day: format({ year: 'numeric', month: '2-digit', day: '2-digit' }),
        time: format({ hour: '2-digit', minute: '2-digit' }),
      }
    }
    body.athletes = reports.map(({ minutes, was }, index) => ({
      ...athlete,
      id: 200_000 + index,
      next: null,
      steps: [
        {
          kind: 'report',
          category: heavy,
          ...local(minutes),
          at: new Date(now + minutes * minute).toISOString(),
          isDone: false,
          ...(was !== undefined && { was: { ...local(was), seenAt: body.serverTime } }),
        },
      ],
    }))
    await route.fulfill({ response, json: body })
  })
}
const heavy = 'Adult / Male / BLUE / Heavy'

describe('The day list', () => {
  it('has sections by start time, and names the mat of the next match', async () => {
    await show([
      { starts: 26 * 60, mat: 1 },
      { starts: 130, mat: 2 },
      { starts: 12, mat: 6 },
      { starts: 50 * 60, mat: 1 },
      { starts: -2, mat: 3, change: { rawStatus: 'started', status: 'live', ahead: 0 } },
    ])
    const [on, hour, today, tomorrow] = await headings()
    expect([on, hour, today, tomorrow]).toEqual(['On now', 'Next hour', 'Later today', 'Tomorrow'])
    await page.getByText('Next: Mat 6 · about 12 min · 2 fights ahead').waitFor()
    expect(await matchesShown().evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')))).toEqual(
      [-2, 12, 130, 1560, 3000].map((starts) => `Athlete ${starts}`),
    )
  })

  it('shows at least eight of forty matches at once on a phone, even with two headings, two tournaments and another time zone', async () => {
    const change = { rawStatus: 'started', status: 'live', ahead: 0 } as const
    const other = { tournamentId: 999_999, tournamentName: 'Harbor Open No-Gi' }
    await show([{ starts: -2, mat: 8, change }, ...forty, { starts: 1500, mat: 1, change: other }], true, {
      isClaiming: true,
    })
    // In the list's first ten matches, which are rendered at once.
    await page
      .getByRole('button', { name: /^Who's got this\?/ })
      .nth(8)
      .waitFor()
    const visible = () =>
      matchesShown().evaluateAll((cards) => {
        const top = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
        const bottom = document.querySelector('nav')?.getBoundingClientRect().top ?? innerHeight
        const isWhole = ({ top: from, bottom: to }: DOMRect): boolean => from >= top && to <= bottom
        return cards.filter((card) => isWhole(card.getBoundingClientRect())).length
      })
    await expect.poll(visible, { timeout: 15_000 }).toBeGreaterThanOrEqual(8)
    expect(await accessibilityFaults(page, 'forty matches')).toEqual([])
  })

  it('shows in a long list how long ago a match was last seen live', async () => {
    await page.route(/\/api\/tournaments\?/, async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as ResponseOf<'tournaments'>
      for (const tournament of body.tournaments) tournament.status = 'live'
      await route.fulfill({ response, json: body })
    })
    const change = { rawStatus: 'started', status: 'live', ahead: 0 } as const
    await show([{ starts: -2, mat: 8, change }, ...forty], false, { age: 12 })
    await named('Athlete -2')
      .getByText(/^seen 12 min ago · /)
      .waitFor()
    const badge = named('Athlete -2').locator('[aria-hidden]').getByText('LIVE', { exact: true })
    expect(await badge.evaluate((element) => element.className)).toContain('text-late')
  })

  it('shows the keyboard’s focus inside its dense cards, which clip what is outside', async () => {
    await show(forty, false, { isClaiming: true })
    const claim = named('Athlete 10').getByRole('button', { name: /^Who's got this/ })
    await claim.waitFor()
    await page.getByRole('button', { name: 'Mats in the next hour' }).focus()
    const outline = () => page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineOffset)
    await tabTo(claim)
    expect(await outline()).toBe('-2px')
    await page.keyboard.press('Shift+Tab')
    expect(await outline()).toBe('-2px')
  })

  it('lets the user claim a match of a long list on its dense card, which stays closed', async () => {
    await page.route('**/claim', (route) => route.fulfill({ status: 503, json: {} }))
    await show(forty, false, { isClaiming: true })
    const card = named('Athlete 10')
    const claim = card.getByRole('button', { name: "Who's got this? Claim the fight of Athlete 10" })
    const box = await claim.boundingBox()
    expect([box?.width, box?.height]).toEqual([44, 44])
    await claim.click()
    await card.getByRole('button', { name: /^You have the fight of Athlete 10/ }).waitFor()
    expect(await card.getByRole('button', { expanded: true }).count()).toBe(0)
    // Later matches are rows, which expand into the card with the control.
    await named('Athlete 227').waitFor()
    expect(await named('Athlete 227').getByRole('button').count()).toBe(1)
  })

  it('requests the followed athletes once, not again with each match that appears later', async () => {
    await page.waitForLoadState('networkidle')
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await show(forty)
    await expect.poll(() => matchesShown().count()).toBe(forty.length)
    await page.waitForLoadState('networkidle')
    expect(requests.filter((path) => path === '/api/athletes/followed')).toHaveLength(1)
  })

  it('expands a row into its card', async () => {
    await show(forty)
    const row = named('Athlete 227')
    await row.getByRole('button', { expanded: false }).click()
    await page.getByRole('link', { name: 'Profile of Athlete 227' }).waitFor()
    expect(await page.getByRole('link', { name: /^Profile of/ }).count()).toBe(1)
    await list()
      .getByRole('button', { name: /^Athlete 227/, expanded: true })
      .first()
      .click()
    await page.getByRole('link', { name: 'Profile of Athlete 227' }).waitFor({ state: 'detached' })
  })

  /** Shows the matches with a clock that the test can advance. */
  async function showWithClock(matches: readonly Match[]): Promise<void> {
    await page.clock.install()
    // The socket only answers pings, with the page's time: the server's would set the client's clock back, and a silent socket
    // would be replaced by polling.
    await page.routeWebSocket(/\/ws/, (socket) =>
      socket.onMessage((text) => {
        const { type, timestamp } = JSON.parse(String(text)) as { type: string; timestamp?: number }
        if (type === 'ping' && timestamp !== undefined)
          socket.send(JSON.stringify({ type: 'pong', timestamp, serverTime: new Date(timestamp).toISOString() }))
      }),
    )
    // The server's time in an answer would also set the client's clock back, so this answer has none.
    await page.route('**/api/athletes/followed', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...((await response.json()) as FollowedResponse), serverTime: '' } })
    })
    await show(matches)
    await page.clock.runFor(2_000)
    await expect.poll(() => matchesShown().count()).toBe(matches.length)
  }
  /** The forty and Ana Lua's match, which starts in more than an hour now, and in less than an hour a minute later. */
  const fortyOne = [...forty, { starts: 60.6, mat: 1, name: 'Ana Lua' }]
  /** The place of Ana Lua's row relative to the heading of the later matches: 1 directly below it, -1 directly above it. */
  const linesApart = () =>
    list().evaluate((ul) => {
      const lines = [...ul.children].map((line) => line.textContent)
      return lines.findIndex((text) => text.includes('Ana Lua')) - lines.indexOf('Later today')
    })
  const pill = () => page.getByRole('button', { name: /\d+ updates?$/ })

  it('keeps its rows in place while the page is scrolled, and shows the new sections on a tap', async () => {
    await showWithClock(fortyOne)
    expect(await linesApart()).toBe(1)
    await page.evaluate(() => window.scrollTo(0, 300))
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
    const before = await named('Ana Lua').boundingBox()
    await page.clock.runFor(61_000)
    await pill().waitFor()
    expect(await linesApart()).toBe(1)
    expect(await named('Ana Lua').boundingBox()).toEqual(before)
    // In the head of the screen, where it covers no name.
    expect(await pill().evaluate((button) => button.closest('header')?.contains(button))).toBe(true)
    await pill().click()
    await expect.poll(linesApart).toBe(-1)
  })

  it('keeps its rows in place at the top of the page while a finger is down and for ten seconds after', async () => {
    await showWithClock(fortyOne)
    await named('Athlete 10').hover()
    await page.mouse.down()
    await page.clock.runFor(61_000)
    await pill().waitFor()
    expect(await linesApart()).toBe(1)
    await page.mouse.up()
    await page.clock.runFor(3_000)
    expect(await linesApart()).toBe(1)
    await page.clock.runFor(8_000)
    await expect.poll(linesApart).toBe(-1)
    expect(await pill().count()).toBe(0)
  })

  it('keeps its rows in place while the keyboard’s focus is on one of them', async () => {
    await showWithClock(fortyOne)
    await tabTo(list())
    await page.clock.runFor(75_000)
    await pill().waitFor()
    expect(await linesApart()).toBe(1)
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.clock.runFor(2_000)
    await expect.poll(linesApart).toBe(-1)
  })

  it('applies a new order when the page is at its top and nobody uses the page', async () => {
    await showWithClock(fortyOne)
    await page.clock.runFor(61_000)
    await expect.poll(linesApart).toBe(-1)
  })

  it('lets its rows glide to their new places, so that a new order does not shift the layout', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await showWithClock(fortyOne)
    await page.evaluate(() => {
      type Shift = PerformanceEntry & { sources: { node: Node | null }[] }
      const shifts: PerformanceEntry[] = []
      const observer = new PerformanceObserver((seen) => shifts.push(...seen.getEntries()))
      observer.observe({ type: 'layout-shift' })
      const isOfRow = (shift: PerformanceEntry): boolean =>
        (shift as Shift).sources.some(({ node }) => node?.parentElement?.closest('main ul'))
      Object.assign(window, { rowShifts: () => [...shifts, ...observer.takeRecords()].filter(isOfRow).length })
    })
    await page.clock.runFor(61_000)
    await expect.poll(linesApart).toBe(-1)
    await list().evaluate(async (ul) => {
      const moves = ul.getAnimations({ subtree: true }).filter(({ id }) => id === 'move')
      await Promise.allSettled(moves.map(({ finished }) => finished))
    })
    expect(await page.evaluate('rowShifts()')).toBe(0)
  })
})

it('the matches of two tournaments are told apart in the list of the mats, in rows and in headings', async () => {
  const gi = { tournamentName: 'Harbor Open Gi' }
  const noGi = { tournamentId: 999_999, tournamentName: 'Harbor Open No-Gi' }
  await show(
    [
      { starts: 20, mat: 3, name: 'Ana Lua', change: gi },
      { starts: 20, mat: 3, name: 'Leo Serra', change: noGi },
      { starts: 150, mat: 1, name: 'Rui Farol', change: { ...noGi, before: null } },
      { starts: 155, mat: 1, name: 'Nina Vale', change: { ...gi, before: null } },
      { starts: 26 * 60, mat: 1, name: 'Bruno Areia', change: gi },
    ],
    true,
  )
  await page.getByRole('button', { name: 'Mats in the next hour' }).click()
  const mats = page.getByRole('region', { name: 'Mats in the next hour' })
  await mats.getByText('As a list').click()
  const texts = await mats.getByRole('listitem').allInnerTexts()
  expect(texts.map((text) => text.replace(/, .+\n/s, ' | '))).toEqual([
    'Mat 3: Ana Lua | Harbor Open Gi',
    'Mat 3: Leo Serra | Harbor Open No-Gi',
  ])
  await list()
    .getByRole('button', { name: /^Rui Farol vs Opponent 2 .*\. Harbor Open No-Gi\. / })
    .waitFor()
  expect(await headings()).toContain('Tomorrow · Harbor Open Gi')
})

it('a row on a phone in another time zone than the venue leaves space for the opponent, and shows the tournament whole', async () => {
  const change = { opponentName: 'Bartholomew Longfellow' }
  await show(
    [
      { starts: 20, mat: 3, name: 'Ana Lua', change },
      {
        starts: 1500,
        mat: 1,
        name: 'Maximiliano Farol',
        change: { ...change, tournamentId: 999_999, tournamentName: 'Harbor Open No-Gi' },
      },
      { starts: 1510, mat: 1, name: 'Leo Serra' },
    ],
    true,
  )
  const row = named('Maximiliano Farol')
  for (const width of [360, 390, 430]) {
    await page.setViewportSize({ width, height: 844 })
    const ownTime = row.locator('[aria-hidden]').getByText(/ yours$/)
    const tournament = row.getByText('Harbor Open No-Gi', { exact: true })
    expect(await tournament.evaluate((name) => name.scrollWidth - name.clientWidth)).toBe(0)
    // Both are on the line that is visible.
    expect((await tournament.boundingBox())?.y).toBe((await ownTime.boundingBox())?.y)
    const opponent = row.locator('[aria-hidden]').getByText(/^vs Bartholomew/)
    expect(await opponent.evaluate((name) => name.clientWidth)).toBeGreaterThan(90)
  }
})

describe('A fight that is claimed', () => {
  const near = [
    { starts: -2, mat: 7, name: 'Nina Vale', change: { rawStatus: 'started', status: 'live', ahead: 0 } as const },
    { starts: -1, mat: 2, name: 'Bruno Areia', change: { rawStatus: 'assigned', ahead: 0 } as const },
    ...overlapping,
  ]
  const order = () => matchesShown().evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')))
  const inOrder = near.map(({ name }) => name)

  it('stays in its place by time, also while it is live or due, and whoever claims it', async () => {
    await show(near, false, { isClaiming: true })
    await expect.poll(order).toEqual(inOrder)
    await page.unrouteAll({ behavior: 'wait' })
    const claims = { 'Nina Vale': 'Ana Silva', 'Bruno Areia': visitor.name, 'Ana Lua': 'Ana Silva' }
    await show(near, false, { isClaiming: true, claims })
    await named('Ana Lua')
      .getByRole('button', { name: /^Ana Silva has the fight/ })
      .waitFor()
    expect(await order()).toEqual(inOrder)
  })

  it('by somebody else is not the next one to go to, and is in no conflict; one of the user is', async () => {
    await show(overlapping, true, { isClaiming: true, claims: { 'Leo Serra': visitor.name } })
    await page.getByText(/^Next: Mat 3 /).waitFor()
    await page.getByRole('button', { name: /^2 at once, about / }).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await show(overlapping, true, { isClaiming: true, claims: { 'Ana Lua': 'Ana Silva' } })
    await page.getByText(/^Next: Mat 5 /).waitFor()
    // The conflicts are found once their code is loaded, which the tags need, too.
    await page.waitForLoadState('networkidle')
    expect(await page.getByRole('button', { name: / at once, about / }).count()).toBe(0)
    expect(await page.getByText(/^also around then|^At about the same time/).count()).toBe(0)
  })

  it('by somebody else leaves the user nothing to go to, and the line above the list says so', async () => {
    const claims = Object.fromEntries(overlapping.map(({ name }) => [name, 'Ana Silva']))
    await show(overlapping, true, { isClaiming: true, claims })
    await page.getByText('Others have the rest of today').waitFor()
    expect(await page.getByText(/^Next:|Nothing more today/).count()).toBe(0)
  })
})

describe('The marks of a match', () => {
  const long = 'Bartholomew Featherstonehaugh-Cholmondeley'
  const matches = [
    { starts: 20, mat: 3, name: long, change: { division: heavy } },
    { starts: 20, mat: 5, name: 'Leo Serra', change: { division: heavy, athleteBelt: 'YELLOW-GREY' } },
    { starts: 150, mat: 1, name: 'Rui Farol', change: { division: heavy, before: null } },
  ]
  const many = [...matches, ...forty]
  const reports = [{ minutes: 40, was: 69 }, { minutes: 45 }, { minutes: 50, was: 60 }]

  /** The pairs of texts and controls in the cards that overlap, or reach beyond the card; by the text of each. */
  const overlaps = () =>
    list().evaluate((ul) => {
      const found: string[] = []
      for (const card of ul.querySelectorAll('.card')) {
        const edge = card.getBoundingClientRect()
        const boxes: { text: string; box: DOMRect }[] = []
        const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
        for (let node = texts.nextNode(); node; node = texts.nextNode()) {
          const text = node.textContent?.trim() ?? ''
          const parent = node.parentElement
          if (text === '' || !parent || parent.closest('.sr-only')) continue
          const range = document.createRange()
          range.selectNodeContents(node)
          const clip = parent.closest('.truncate')?.getBoundingClientRect() ?? edge
          const line = parent.closest('.overflow-hidden')?.getBoundingClientRect() ?? edge
          for (const { left, top, right, bottom } of range.getClientRects()) {
            // A text that does not fit on the line that is visible is hidden below it.
            if (line !== edge && top >= line.bottom - 1) continue
            const box = new DOMRect(left, top, Math.min(right, clip.right) - left, bottom - top)
            if (box.width > 0) boxes.push({ text, box })
          }
        }
        for (const circle of card.querySelectorAll('.rounded-full'))
          boxes.push({ text: 'circle', box: circle.getBoundingClientRect() })
        for (const [index, { text, box }] of boxes.entries()) {
          if (
            box.top < edge.top - 1 ||
            box.bottom > edge.bottom + 1 ||
            box.left < edge.left - 1 ||
            box.right > edge.right + 1
          )
            found.push(`${text} is not inside its card`)
          for (const other of boxes.slice(index + 1)) {
            const isInside = text === 'circle' ? other.box.left >= box.left && other.box.right <= box.right : false
            const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
            const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
            // Lines of one text may touch.
            if (width > 2 && height > 6 && !isInside && (text === 'circle' || other.text === 'circle'))
              found.push(`${text} overlaps ${other.text}`)
          }
        }
      }
      return found
    })

  it('and the control of its claim are inside its card and cover no text, at each width, also with enlarged text', async () => {
    await serveReports(reports)
    for (const shown of [matches, many]) {
      await show(shown, true, { isClaiming: true })
      await page
        .getByText(/^Report by/)
        .first()
        .waitFor()
      for (const width of [320, 390, 768, 1280])
        for (const size of ['100%', '200%']) {
          await page.setViewportSize({ width, height: 844 })
          await page.evaluate((percent) => (document.documentElement.style.fontSize = percent), size)
          expect([width, size, await overlaps()]).toEqual([width, size, []])
        }
    }
  })

  it('name the division of a time to report, and where it was before it moved earlier, on cards and rows', async () => {
    await serveReports(reports)
    await show(matches)
    await named(long)
      .getByText(/^Report by \d\d?:\d\d [AP]M for Heavy · was \d\d?:\d\d [AP]M$/)
      .waitFor()
    await named('Leo Serra')
      .getByText(/^Report by \d\d?:\d\d [AP]M for Heavy$/)
      .waitFor()
    await named('Rui Farol')
      .getByText(/^Report by .+ for Heavy · was /)
      .waitFor()
    expect(
      await matchesShown()
        .getByText(/^Report by .+ · was /)
        .count(),
    ).toBe(2)
  })

  it('are the steps of the match’s own division only', async () => {
    await serveReports(reports)
    await show([{ ...matches[0], change: { division: 'Adult / Male / BLUE / Light' } }, matches[1]] as Match[])
    await named('Leo Serra')
      .getByText(/^Report by/)
      .waitFor()
    expect(
      await named(long)
        .getByText(/^Report by/)
        .count(),
    ).toBe(0)
  })

  it('follow the belt, which rows and dense cards write as a word', async () => {
    await show(many, true)
    for (const [name, belt] of [
      ['Leo Serra', 'Yellow-grey'],
      ['Rui Farol', 'Blue'],
    ] as const)
      await expect.poll(() => named(name).getByText(belt, { exact: true }).isVisible()).toBe(true)
  })
})

it('the card of an athlete shows the step of the next match’s division, also when another division reports earlier', async () => {
  let division = ''
  await page.route('**/api/athletes/followed*', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as FollowedResponse
    const now = Date.parse(body.serverTime)
    const report = (category: string, minutes: number) => {
      const at = new Date(now + minutes * minute).toISOString()
      return { kind: 'report' as const, category, day: at.slice(0, 10), time: at.slice(11, 16), at, isDone: false }
    }
    for (const athlete of body.athletes) {
      if (!athlete.next) throw new Error('the athlete has no next match')
      division = athlete.next.division
      athlete.steps = [report('Master 1 / Male / BLUE / Ultra Heavy', 20), report(division, 40)]
    }
    await route.fulfill({ response, json: body })
  })
  await page.goto(`${stage.rollCall.url}/?tab=athletes`)
  const steps = page.getByRole('article').getByText(/^Report by/)
  await steps.first().waitFor()
  expect(await steps.allInnerTexts()).toEqual([
    expect.stringMatching(new RegExp(`^Report by .+ for ${division.split(' / ').at(-1)}$`)),
  ])
})

describe('The day list with a search or a filter', () => {
  it('does not say that nothing is left today, and keeps the notice of a conflict in its place', async () => {
    await show(forty, true)
    const notice = page.getByRole('button', { name: / at once, about / })
    await notice.waitFor()
    const place = await notice.boundingBox()
    await page.getByRole('searchbox').fill('Nobody')
    await page.getByText('No matches found matching "Nobody"').waitFor()
    expect(await page.getByText(/^Next:|Nothing more today/).count()).toBe(0)
    // Without the line above it, the notice would move up, and its tap target over the search field.
    expect(await notice.boundingBox()).toMatchObject({ y: place?.y })
    await page.getByRole('button', { name: 'Mats in the next hour' }).click()
    const mats = page.getByRole('region', { name: 'Mats in the next hour' })
    // The mats of the conflict in the notice are shown, although the search finds none of its athletes.
    await mats.getByText('As a list').waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await show([{ starts: 150, mat: 1 }])
    await page.getByRole('button', { name: 'Mats in the next hour' }).click()
    await page.getByRole('searchbox').fill('Nobody')
    await mats.getByText('No fights that match within the hour').waitFor()
    await page.getByRole('searchbox').fill('')
    await mats.getByText('None of your athletes fights within the hour').waitFor()
    await page.getByText(/^Next: Mat 1/).waitFor()
  })

  it('opens the mats of a conflict that the filter hides, and each bar’s border has the colour of the sign on the bar', async () => {
    await show([...overlapping, { starts: 55, mat: 8, name: 'Nina Vale', change: { before: null } }], true)
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('combobox', { name: 'Mat' }).selectOption('Mat 8')
    await expect.poll(() => matchesShown().count()).toBe(1)
    await page.getByRole('button', { name: /^2 at once, about / }).click()
    const mats = page.getByRole('region', { name: 'Mats in the next hour' })
    await mats.getByText('As a list').click()
    await expect
      .poll(async () =>
        (await mats.getByRole('listitem').allInnerTexts()).map((text) => text.slice(0, text.indexOf(','))),
      )
      .toEqual(['Mat 3: Ana Lua', 'Mat 5: Leo Serra', 'Mat 8: Nina Vale'])
    const colours = await mats.locator('span:has(> svg)').evaluateAll((bars) =>
      bars.map((bar) => {
        const triangle = bar.querySelector('svg')
        return [getComputedStyle(bar).borderTopColor, triangle && getComputedStyle(triangle).color]
      }),
    )
    expect(colours).toHaveLength(2)
    for (const [border, triangle] of colours) expect(border).toBe(triangle)
  })
})

it('the day list does not say that nothing is left today while it cannot be loaded', async () => {
  const context = await openContext(stage.browser, phone)
  await signIn(context, visitor, stage.rollCall.url)
  await context.route('**/api/matches/upcoming', (route) => route.fulfill({ status: 500, json: { error: 'busy' } }))
  const freshPage = await context.newPage()
  const refused = freshPage.waitForResponse('**/api/matches/upcoming')
  await freshPage.goto(stage.rollCall.url)
  await refused
  await context.setOffline(true)
  await freshPage.getByRole('button', { name: 'Try Again' }).waitFor()
  expect(await freshPage.getByText('Nothing more today').count()).toBe(0)
})

describe('The filter of the day list', () => {
  it('shows the matches of one mat and team until it is switched off, even after a visit to a profile', async () => {
    await show(forty)
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('combobox', { name: 'Mat' }).selectOption('Mat 3')
    await expect.poll(() => matchesShown().count()).toBe(5)
    await page.getByText(/^Next: Mat 3/).waitFor()
    await page.getByRole('combobox', { name: 'Team' }).selectOption('Serra Team')
    await page.getByText('No matches with this filter').waitFor()
    await page.getByRole('combobox', { name: 'Team' }).selectOption('Harbor Team')
    await expect.poll(() => matchesShown().count()).toBe(5)
    await page
      .getByRole('link', { name: /^Profile of/ })
      .first()
      .click()
    await page.waitForURL('**/athlete-profile/*')
    await page.goBack()
    await expect.poll(() => matchesShown().count()).toBe(5)
    await page.getByRole('button', { name: 'Filter' }).click()
    await expect.poll(() => matchesShown().count()).toBe(40)
  })
})

describe('On the smallest phone, the step and the conflict of a match', () => {
  const at = (minutes: number): string => new Date(Date.now() + minutes * minute).toISOString()
  const category = 'Adult / Male / BLUE / Light'
  const steps: NonNullable<FollowedResponse['athletes'][number]['steps']> = [
    { kind: 'report', category, day: '2026-11-21', time: '22:40', at: at(12 * 60), isDone: false },
    { kind: 'weigh-in', category, from: at(-5), isDone: false },
    { kind: 'open-class', category, from: at(-2), until: at(13), minutes: 15, isUnder18: false, isDone: false },
    { kind: 'podium', category, place: 1, from: at(-5), isDone: false },
  ]

  it('have their whole texts inside the card, apart from each other, in every language', async () => {
    await page.route('**/api/athletes/followed', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as FollowedResponse
      const [first] = body.athletes
      if (!first) throw new Error('nobody is followed')
      body.athletes = steps.map((step, index) => ({ ...first, id: 200_000 + index, steps: [step] }))
      await route.fulfill({ response, json: body })
    })
    await page.setViewportSize({ width: 320, height: 844 })
    await show(
      steps.map((_, index) => ({
        starts: 20,
        mat: 9 + index,
        name: `Athlete ${index}`,
        change: { division: category },
      })),
      true,
    )
    for (const language of ['en', 'es', 'pt-BR', 'ja']) {
      await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
      await page.reload()
      await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' })
      const tags = page.locator('article [data-tone]:has(> svg)')
      await expect.poll(() => tags.count()).toBe(2 * steps.length)
      const cut = await tags.evaluateAll((all) =>
        all
          .filter((tag) =>
            [...tag.querySelectorAll('span')].some(
              (text) => text.scrollWidth > text.clientWidth + 1 && !text.classList.contains('sr-only'),
            ),
          )
          .map(({ textContent }) => textContent),
      )
      expect({ language, cut }).toEqual({ language, cut: [] })
      const areApart = await tags.evaluateAll((all) =>
        all.every((tag, index) => {
          const [box, edge] = [tag, tag.closest('.card') ?? tag].map((each) => each.getBoundingClientRect())
          if (!box || !edge) return false
          const next = index % 2 === 0 ? all[index + 1]?.getBoundingClientRect() : undefined
          const isInside = box.left >= edge.left && box.right <= edge.right && box.bottom <= edge.bottom
          return isInside && (!next || next.left >= box.right + 4 || next.top >= box.bottom)
        }),
      )
      expect({ language, areApart }).toEqual({ language, areApart: true })
    }
  })
})

describe('Two matches at the same time', () => {
  it('are named in a notice at the top, which opens the mats, and are marked on both rows', async () => {
    await show(overlapping, true)
    const notice = page.getByRole('button', { name: /^2 at once, about \d+:\d\d .M: Mat 3 Ana Lua, Mat 5 Leo Serra$/ })
    await notice.waitFor()
    await named('Ana Lua').waitFor()
    await list().getByText('At about the same time as Leo Serra on Mat 5').waitFor({ state: 'attached' })
    await list().getByText('At about the same time as Ana Lua on Mat 3').waitFor({ state: 'attached' })
    await notice.click()
    const mats = page.getByRole('region', { name: 'Mats in the next hour' })
    await mats.getByText('As a list').click()
    const texts = await mats.getByRole('listitem').allInnerTexts()
    expect(texts[0]).toMatch(
      /^Mat 3: Ana Lua, about .+, between .+ and .+\s+At about the same time as Leo Serra on Mat 5$/,
    )
    expect(await accessibilityFaults(page, 'mats')).toEqual([])
  })

  it('are a likely conflict by their published times, and none when the two athletes meet', async () => {
    await show(overlapping)
    await page.getByRole('button', { name: /^Maybe 2 at once, about / }).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    const meet = overlapping.slice(0, 2).map((match) => ({ ...match, change: { id: 1, matNumber: 3 } }))
    await show([...meet, { ...(overlapping[2] as Match), name: 'Nina Vale' }])
    await named('Nina Vale').waitFor()
    await expect.poll(() => page.getByText(/at once|same time/).count()).toBe(0)
  })

  it('are marked inside their articles, as a row, as a card and as a row with its card open', async () => {
    await show(overlapping, true)
    const marks = (name: string) => named(name).getByText(/^At about the same time as/)
    await expect.poll(() => marks('Ana Lua').count()).toBe(1)
    await show([...overlapping, ...forty.slice(9)], true)
    await expect.poll(() => marks('Ana Lua').count()).toBe(1)
    await named('Ana Lua').getByRole('button', { expanded: false }).click()
    await page.getByRole('link', { name: 'Profile of Ana Lua' }).waitFor()
    expect([await named('Ana Lua').count(), await marks('Ana Lua').count()]).toEqual([1, 1])
  })

  it('are announced to screen readers once, when they become a sure conflict', async () => {
    let socket: { send(text: string): void } | undefined
    await page.routeWebSocket(/\/ws/, (opened) => {
      opened.connectToServer()
      socket = opened
    })
    const [ana, leo, rui] = overlapping
    if (!ana || !leo || !rui) throw new Error('a match is missing')
    await show([ana, rui], true)
    const notice = page.getByRole('button', { name: /^2 at once, about / })
    const announced = () => page.locator('[role=status][aria-live=polite]').innerText()
    const become = async (matches: readonly Match[]): Promise<void> => {
      await page.unrouteAll({ behavior: 'wait' })
      await serve(matches, true)
      await expect.poll(() => socket).toBeDefined()
      socket?.send(JSON.stringify({ type: 'upcoming_matches_updated', serverTime: new Date().toISOString() }))
    }
    await named('Ana Lua').waitFor()
    await become(overlapping)
    await notice.waitFor()
    await expect.poll(announced).toMatch(/^2 at once, about \d+:\d\d .M: Mat 3 Ana Lua, Mat 5 Leo Serra$/)
    // A conflict that exists when the list opens is not announced, because it is read with the list. The reload shows the cached
    // list first, so the cache must have the conflict, too.
    await expect.poll(() => storedBy(page), { timeout: 15_000 }).toContain('Leo Serra')
    socket = undefined
    await page.reload()
    await notice.waitFor()
    await become([leo, rui])
    await notice.waitFor({ state: 'detached' })
    expect(await announced()).toBe('')
    await become(overlapping)
    await notice.waitFor()
    expect(await announced()).toBe('')
  })
})

it.each([320, 1280])('the lanes of the mats fit a window of %i pixels', async (width) => {
  await page.setViewportSize({ width, height: 844 })
  await show(forty, true)
  await page.getByRole('button', { name: 'Mats in the next hour' }).click()
  await page.getByRole('region', { name: 'Mats in the next hour' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  // One check is enough: the lanes have the same elements in every width.
  expect(width === 320 ? await accessibilityFaults(page, 'lanes') : []).toEqual([])
})

it('an athlete without a match is listed with the reason, and with the team whose rule added the athlete', async () => {
  await page.route('**/api/athletes/followed', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as FollowedResponse
    const [first] = body.athletes
    const category = 'Adult / Male / BLUE / Light'
    const idle = (id: number, name: string, change: Partial<FollowedResponse['athletes'][number]>) => ({
      ...(first as FollowedResponse['athletes'][number]),
      id,
      name,
      next: null,
      placements: [],
      withoutMatch: [],
      steps: [],
      ...change,
    })
    body.athletes = [
      idle(900_001, 'Ana Lua', { withoutMatch: [{ category, reason: 'alone' }] }),
      idle(900_002, 'Leo Serra', { withoutMatch: [{ category, reason: 'bracket-missing' }], via: 'Alpha' }),
      idle(900_003, 'Rui Farol', { withoutMatch: [{ category, reason: 'out' }], placements: [{ category, place: 3 }] }),
      idle(900_004, 'Nina Vale', {
        next: first?.next ? { ...first.next, opponentFrom: { takes: 'winner', fightNumber: 41, mat: 3 } } : null,
      }),
    ]
    await route.fulfill({ response, json: body })
  })
  await page.goto(stage.rollCall.url)
  const idle = page.getByRole('region', { name: 'No upcoming match' })
  await idle.waitFor()
  expect((await idle.getByRole('listitem').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())).toEqual([
    'Blue belt Nina Vale Blue belt Waiting for the opponent: Winner of Fight 41, Mat 3',
    'Blue belt Leo Serra Blue belt via Alpha · Bracket not out yet',
    'Blue belt Ana Lua Blue belt Alone in the division: weigh-in only',
    'Blue belt Rui Farol Blue belt 3rd place in Adult / Male / BLUE / Light',
  ])
  expect(await accessibilityFaults(page, 'reasons')).toEqual([])
})

it('results are shown together with the athletes without a match, who are above them', async () => {
  const context = await openContext(stage.browser, phone)
  await signIn(context, visitor, stage.rollCall.url)
  const { matches } = await visitor.call('upcomingMatches')
  const finished = matches.map((item) => ({ ...item, status: 'finished', rawStatus: 'finished', result: 'win' }))
  const lists = { upcoming: [], completed: finished }
  for (const [name, list] of Object.entries(lists))
    await context.route(`**/api/matches/${name}`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...((await response.json()) as object), matches: list } })
    })
  const releaseFollowed = Promise.withResolvers<void>()
  await context.route('**/api/athletes/followed', (route) => releaseFollowed.promise.then(() => route.continue()))
  const freshPage = await context.newPage()
  await freshPage.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const note = (): void => {
      const shown = [...document.querySelectorAll('main section')].map((part) => part.getAttribute('aria-labelledby'))
      if (shown.join() !== seen.at(-1)) seen.push(shown.join())
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
  const answered = freshPage.waitForResponse('**/api/matches/completed')
  const words = freshPage.waitForResponse(/\/conflict-words-.+\.js$/)
  await freshPage.goto(stage.rollCall.url)
  for (const response of await Promise.all([answered, words])) await response.finished()
  await freshPage.evaluate(
    () => new Promise<void>((idle) => requestIdleCallback(() => requestIdleCallback(() => idle()))),
  )
  releaseFollowed.resolve()
  await freshPage.getByRole('region', { name: 'Done' }).waitFor()
  expect(await freshPage.evaluate('seen')).toEqual(['', 'idle,results'])
})
