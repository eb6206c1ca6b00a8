// The states of the coach's screens: the day of forty athletes on eight mats, conflicts, claims, followed teams, people.
import type { Page } from 'playwright-core'
import { longTeam, type ScreenFixtures, team } from './fixtures.ts'
import { click, openDialog, type State, type } from './steps.ts'

type MatchChange = { startsIn: number; mat: number; name?: string; team?: string }

type Body = {
  matches: Record<string, unknown>[]
  serverTime: string
  halls: object
  sources: Record<string, { fetchedAt: string | null }>
}

/**
 * Replaces the coach's list with these matches, which start in the given numbers of minutes, because the simulated hall seldom has
 * the times of a sure, likely or tight conflict. `age`: the minutes since the last reading of the source.
 */
const withMatches =
  (changes: readonly MatchChange[], age = 0) =>
  async (page: Page) => {
    await page.routeWebSocket(/\/ws/, () => undefined)
    await page.route('**/api/matches/upcoming', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as Body
      const now = Date.parse(body.serverTime)
      const readAt = now - age * 60_000
      if (age > 0) for (const source of Object.values(body.sources)) source.fetchedAt = new Date(readAt).toISOString()
      const zone = String(body.matches[0]?.['tournamentTimezone'])
      const part = (at: number, options: Intl.DateTimeFormatOptions): string =>
        new Intl.DateTimeFormat('en-CA', { timeZone: zone, hourCycle: 'h23', ...options }).format(at)
      const dayOf = (at: number): string => part(at, { year: 'numeric', month: '2-digit', day: '2-digit' })
      const live = body.matches.filter(
        ({ id, tournamentTimezone }, index) =>
          tournamentTimezone === zone && body.matches.findIndex((other) => other['id'] === id) === index,
      )
      body.matches = changes.map(({ startsIn, mat, name, team: club }, index) => {
        const item = live[index % live.length] ?? {}
        const at = now + startsIn * 60_000
        return {
          ...item,
          ...(name && { athleteName: name }),
          ...(club && { athleteTeam: club }),
          id: Number(item['id']) + 1e6 * Math.floor(index / live.length),
          scheduledDateTime: new Date(at).toISOString(),
          day: dayOf(at),
          localTime: part(at, { hour: '2-digit', minute: '2-digit' }),
          matNumber: mat,
          rawStatus: startsIn < 0 ? 'started' : null,
          status: startsIn < 0 ? 'live' : 'upcoming',
          board: 'listed',
          ahead: startsIn < 0 ? 0 : 2,
          before: { fights: Math.ceil(startsIn / 7), turnovers: Math.max(0, startsIn), breaks: 0 },
          moved: null,
        }
      })
      const mats = [...new Set(changes.map(({ mat }) => mat))].map((mat) => {
        return { mat, state: 'running', anchor: now, running: 7, left: { fights: 0, turnovers: 0 }, isOn: true }
      })
      const hall = { date: dayOf(now), asOf: readAt, pace: 1, spread: 0.05, unevenness: 0.25, stop: null, mats }
      await route.fulfill({
        response: answer,
        json: { ...body, halls: { [String(live[0]?.['tournamentId'])]: hall } },
      })
    })
    await page.reload()
    await page.getByRole('article').first().waitFor()
  }
const conflicting: readonly MatchChange[] = [
  { startsIn: -2, mat: 3 },
  { startsIn: 9, mat: 4, name: 'Ana Lua' },
  { startsIn: 10, mat: 12, name: 'Maximiliano Alexandrino Cordillera Tempestad', team: longTeam },
  { startsIn: 18, mat: 12, name: 'Leo Serra' },
  { startsIn: 38, mat: 1, name: 'Rui Farol' },
  { startsIn: 46, mat: 2, name: '田中 さくら' },
  { startsIn: 150, mat: 6 },
]
const forty: readonly MatchChange[] = Array.from({ length: 40 }, (_, index) => ({
  startsIn: index === 0 ? -2 : index * 7,
  mat: (index % 8) + 1,
}))

/** Expands the first closed row. */
const openRow = (page: Page) =>
  page
    .getByRole('article')
    .getByRole('button', { expanded: false })
    .first()
    .click({ position: { x: 150, y: 20 } })

/** Adds the quality of the estimates, which pages of ended days show. */
async function withEstimateQuality(page: Page): Promise<void> {
  await page.route(/\/api\/tournaments\/\d+$/, async (route) => {
    const answer = await route.fetch()
    const estimates = { matches: 412, inside: 0.89, publishedError: 9.2, estimateError: 6.8 }
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), estimates } })
  })
  await page.reload()
  await page.locator('#times').scrollIntoViewIfNeeded()
}

/** Accepts an offer whose athletes were entered in one tournament since it was made. */
async function acceptRefusedOffer(page: Page): Promise<void> {
  const error = 'Both are entered in the same tournament, so they are two people.'
  await page.route('**/api/people/offers/*', (route) =>
    route.fulfill({ status: 409, json: { success: false, code: 'two-people', error } }),
  )
  await click('Show all')(page)
  await click(/^Yes, follow/)(page)
  await page.getByText(error).first().waitFor()
}

/** Ends a merge for this page only. */
async function separateMerged(page: Page): Promise<void> {
  await page.route('**/same-person', (route) => route.fulfill({ json: { success: true } }))
  await click(/^Not the same person/)(page)
  await page.getByText('Two different people now').first().waitFor()
}

/** Lets another phone take over a match that this user has claimed. */
const loseClaim = (linkUrl: string) => async (page: Page) => {
  const own = page.getByRole('button', { name: /^You have the fight of/ }).first()
  // A card has the control of a claim, a row only the mark.
  await page
    .getByRole('button', { name: / the fight of / })
    .or(page.getByText(/has it$/))
    .first()
    .waitFor()
  if ((await own.count()) === 0) {
    // A scrolled list keeps its order when the match is claimed.
    await page.mouse.wheel(0, 200)
    const free = page.getByRole('article').filter({ hasNotText: 'has it' }).first().getByRole('button')
    if ((await page.getByRole('button', { name: /^Who's got this\?/ }).count()) === 0) await free.first().click()
    await click(/^Who's got this\?/)(page)
    await own.waitFor()
  }
  const { claims } = (await (await page.request.get('/api/matches/upcoming')).json()) as {
    claims: { matchId: number; name: string; order: number }[]
  }
  const last = claims.toSorted((a, b) => b.order - a.order)[0]
  await page.request.put(`/api/share/${linkUrl.split('/').at(-1)}/matches/${last?.matchId}/claim`, {
    headers: { origin: new URL(page.url()).origin },
    data: { name: 'Bento', device: crypto.randomUUID(), request: crypto.randomUUID() },
  })
  await page.getByText('Bento has it now').first().waitFor()
}

export function coachStates({ tournaments, athletes, claimUrl }: ScreenFixtures): State[] {
  const profile = (of: 'known' | 'merged' | 'tomorrow', state: string = of): State => ({
    name: `profile-${state}`,
    user: 'coach',
    at: `/athlete-profile/${athletes[of]}`,
  })
  const own = `/tournament/${tournaments.live}/team?name=${encodeURIComponent(team)}`
  const athletesTab = '/?tab=athletes'
  return [
    { name: 'day-coach', user: 'coach', at: '/' },
    { name: 'day-window', user: 'coach', at: '/', onlyWindow: true, steps: withMatches(forty) },
    {
      name: 'day-open',
      user: 'coach',
      at: '/',
      steps: (page) => withMatches(forty)(page).then(() => openRow(page)),
    },
    {
      name: 'day-filter',
      user: 'coach',
      at: '/',
      steps: async (page) => {
        await withMatches(forty)(page)
        await click('Filter')(page)
        await page.getByRole('combobox', { name: 'Mat' }).selectOption({ index: 3 })
      },
    },
    {
      name: 'day-nonefiltered',
      user: 'coach',
      at: '/',
      steps: async (page) => {
        await withMatches(forty)(page)
        await click('Filter')(page)
        await page.getByRole('combobox', { name: 'Mat' }).selectOption({ index: 3 })
        await page.getByRole('combobox', { name: 'Team' }).selectOption({ index: 2 })
      },
    },
    {
      name: 'day-lanes',
      user: 'coach',
      at: '/',
      steps: async (page) => {
        await withMatches(forty)(page)
        await click('Mats in the next hour')(page)
      },
    },
    { name: 'day-old', user: 'coach', at: '/', onlyWindow: true, steps: withMatches(forty, 12) },
    { name: 'day-conflicts', user: 'coach', at: '/', steps: withMatches(conflicting) },
    {
      name: 'day-conflictlanes',
      user: 'coach',
      at: '/',
      steps: async (page) => {
        await withMatches(conflicting)(page)
        await click('Mats in the next hour')(page)
        await page.getByText('As a list').click()
      },
    },
    {
      name: 'claim-takeover',
      user: 'coach',
      at: '/',
      steps: async (page) => {
        const taken = page.getByRole('button', { name: /has the fight of .*Take it over/ })
        const row = page.getByRole('article').filter({ hasText: 'Ana Silva has it' }).first()
        // A card has the control, a row only the mark.
        await taken.or(row).first().waitFor()
        if ((await taken.count()) === 0) await row.getByRole('button').first().click()
        await taken.first().click()
        await page.getByRole('dialog').waitFor()
      },
    },
    { name: 'athletes-coach', user: 'coach', at: athletesTab },
    {
      name: 'athletes-teams',
      user: 'coach',
      at: athletesTab,
      steps: async (page) => {
        const closedCount = await page.getByRole('button', { name: /^Teams you follow/, expanded: false }).count()
        if (closedCount > 0) await click(/^Teams you follow/)(page)
      },
    },
    { name: 'athletes-offers', user: 'fan', at: athletesTab, steps: click('Show all') },
    { name: 'athletes-offergone', user: 'coach', at: athletesTab, onlyWindow: true, steps: acceptRefusedOffer },
    { name: 'rule-found', user: 'fan', at: `/athletes/${tournaments.live}`, steps: type('alpha') },
    {
      name: 'rule-follow',
      user: 'fan',
      at: `/athletes/${tournaments.live}`,
      steps: async (page) => {
        await type('alpha')(page)
        await openDialog(`Follow team ${team}`)(page)
        await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
      },
    },
    { name: 'rule-unentered', user: 'fan', at: `/athletes/${tournaments.live}`, steps: type('Omega Grappling') },
    { name: 'rule-list', user: 'coach', at: `/athletes/${tournaments.live}` },
    { name: 'rule-edit', user: 'coach', at: own, steps: openDialog(`Edit team ${team}`) },
    {
      name: 'rule-end',
      user: 'coach',
      at: own,
      steps: async (page) => {
        await openDialog(`Edit team ${team}`)(page)
        await page.getByRole('dialog').getByRole('button', { name: 'Unfollow team' }).click()
      },
    },
    {
      name: 'rule-waits',
      user: 'coach',
      at: athletesTab,
      steps: async (page) => {
        await click(/^Teams you follow/)(page)
        await openDialog(/^Edit team Omega/)(page)
      },
    },
    profile('known'),
    { ...profile('known', 'ranking'), steps: click(/^The opponent/) },
    profile('merged'),
    { ...profile('merged', 'separated'), onlyWindow: true, steps: separateMerged },
    profile('tomorrow'),
    {
      ...profile('tomorrow', 'checklist'),
      steps: (page) => page.getByText('Checklist').first().click(),
    },
    {
      name: 'tournament-estimate-quality',
      user: 'coach',
      at: `/tournament/${tournaments.live}`,
      steps: withEstimateQuality,
    },
    { name: 'team-own', user: 'coach', at: own },
    { name: 'team-divisions', user: 'coach', at: own, steps: click('By division') },
    {
      name: 'team-medals',
      user: 'coach',
      at: own,
      steps: async (page) => {
        await page.getByRole('tab', { name: 'Points' }).click()
        for (const total of await page.locator('section button[aria-expanded=false]:enabled').all()) await total.click()
      },
    },
    {
      name: 'team-policy',
      user: 'coach',
      at: own,
      steps: async (page) => {
        await page.getByRole('tab', { name: 'Points' }).click()
        await openDialog('Change')(page)
      },
    },
    { name: 'team-day', user: 'coach', at: own, steps: openDialog('Picture') },
    {
      name: 'team-medal',
      user: 'coach',
      at: own,
      steps: async (page) => {
        await openDialog('Picture')(page)
        await page.getByRole('dialog').getByRole('combobox').selectOption({ index: 1 })
      },
    },
    { name: 'claim-shared', user: 'stranger', at: claimUrl },
    { name: 'claim-name', user: 'stranger', at: claimUrl, steps: openDialog(/^Who's got this\?/) },
    { name: 'claim-lost', user: 'coach', at: '/', onlyWindow: true, steps: loseClaim(claimUrl) },
  ]
}
