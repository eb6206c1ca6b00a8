// Following a team by a rule in a real browser (docs/decisions/047): a team of the largest size seen so far, late entries and
// open-class entries, people left out, the same team in a second tournament, two people of one name.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PlanDraft } from '#simulator/index.ts'
import type { Day } from '#support/day.ts'
import { Visitor } from '#support/visitor.ts'
import { accessibilityFaults } from './accessibility-faults.ts'
import { Follower } from './follower.ts'
import { openStage, type Stage } from './stage.ts'

type Category = PlanDraft['categories'][number]

/** The number of the team's athletes, to which a test adds the late entries, and the number of its branch's athletes. */
const alpha = { athletes: 126, branch: 14 }
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
const second = { id: 3106, name: 'Autumn Open 2026', firstDay: tomorrow, publishedHoursBefore: 72 }
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
/**
 * At most two athletes of a team enter a category, so a large team needs many categories. Those of six athletes have byes for
 * late entries.
 */
const categories = (['Adult', 'Master 1'] as const).flatMap((age, ageIndex) =>
  (['WHITE', 'BLUE', 'PURPLE', 'BROWN', 'BLACK'] as const).flatMap((belt) =>
    weights.map((weight, weightIndex): Category => {
      return { age, gender: 'Male', belt, weight, athletes: ageIndex === 1 && weightIndex < 2 ? 6 : 4 }
    }),
  ),
)

const pollOptions = { timeout: 60_000, interval: 200 }
let stage: Stage
let day: Day
let coach: Visitor
let follower: Follower
let page: Page
let tournamentId: number
/** Two athletes of the team whose names are the same. */
let namesakes: { name: string; ids: [number, number] }

beforeAll(async () => {
  const teams = [
    { name: 'Alpha', entries: alpha.athletes },
    { name: 'Alpha HQ', entries: alpha.branch },
  ]
  stage = await openStage({
    day: {
      plan: { mats: 8, categories, teams },
      others: [{ ...second, categories: categories.slice(0, 8), teams: [{ name: 'Alpha', entries: 9 }] }],
    },
    rollCall: { env: { SOURCE_CADENCE: '20' } },
  })
  ;({ day } = stage)
  namesakes = makeNamesakes()
  await openTournament(day.id)
}, 240_000)
afterAll(() => stage?.close())

/** Signs up a coach who has added the first tournament, and opens the search of that tournament. */
beforeEach(async () => {
  coach = await openTournament(day.id)
  tournamentId = (await coach.call('tournaments')).tournaments[0]?.id ?? 0
  follower = await Follower.enter(stage, coach, { path: `/athletes/${tournamentId}` })
  page = follower.page
  page.setDefaultTimeout(20_000)
  await search().waitFor()
})

/** Signs up a visitor who adds a tournament; resolves when a search finds its teams with their athletes. */
async function openTournament(id: number): Promise<Visitor> {
  const visitor = await vi.waitFor(() => new Visitor(stage.rollCall.url).signUp(), pollOptions)
  await vi.waitFor(() => visitor.call('availableTournaments'), pollOptions)
  await vi.waitFor(
    () => visitor.call('addTournaments', { body: { tournaments: [{ value: String(id) }] } }),
    pollOptions,
  )
  await vi.waitFor(async () => {
    const [added] = (await visitor.call('tournaments')).tournaments
    const { teams } = await visitor.call('tournamentTeams', { id: added?.id ?? 0, query: { search: 'Alpha' } })
    expect(teams[0]?.athletes).toBeGreaterThan(1)
  }, pollOptions)
  return visitor
}

const athletesOf = (team: string) =>
  day.control.truth(day.id).categories.flatMap(({ athletes }) => athletes.filter((athlete) => athlete.team === team))

function makeNamesakes(): typeof namesakes {
  const [one, other] = [athletesOf('Alpha')[10], athletesOf('Alpha')[90]]
  if (!one || !other) throw new Error('the team is too small')
  const name = 'Davi Alencastro'
  for (const { id } of [one, other]) day.control.athlete({ tournament: day.id, athlete: id, action: 'rename', name })
  return { name, ids: [one.id, other.id] }
}

const search = () => page.getByRole('searchbox', { name: 'Search athletes...' })
const following = () => page.getByRole('region', { name: 'Following' })
const team = (name = 'Alpha') => following().getByRole('region', { name, exact: true })
const rows = () => team().getByRole('listitem')
const dialog = () => page.getByRole('dialog')
const expectAll = () => expectFacts(`${alpha.athletes} athletes`)
const expectFacts = (facts: string | RegExp) => team().getByText(facts).first().waitFor()

/** Follows the team in the search, with these choices in its dialog. */
async function followTeam(...choices: { role: 'radio' | 'checkbox'; name: string | RegExp }[]): Promise<void> {
  await search().fill('alpha')
  await page.getByRole('button', { name: 'Follow team Alpha', exact: true }).click()
  for (const { role, name } of choices) await dialog().getByRole(role, { name }).check()
  await dialog().getByRole('button', { name: 'Follow team', exact: true }).click()
  await dialog().waitFor({ state: 'detached' })
}
const everywhere = { role: 'radio', name: 'Wherever it enters' } as const

describe('A followed team', () => {
  it('of 126 athletes is followed with one request, and its athletes appear', async () => {
    const changes: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') changes.push(new URL(request.url()).pathname)
    })
    await followTeam()
    await expectAll()
    await rows().first().waitFor()
    expect(changes).toEqual(['/api/follow-rules'])
    expect(await rows().first().getAttribute('aria-setsize')).toBe('126')
    // A long list is not rendered as a whole.
    expect(await rows().count()).toBeLessThan(60)
    await rows()
      .first()
      .getByText(/^via Alpha · /)
      .waitFor()
    await page.goto(`${stage.rollCall.url}/?tab=athletes`)
    const list = page.getByRole('list', { name: 'Followed athletes' })
    await list.and(page.locator(':has([aria-setsize="126"])')).waitFor()
    expect(await accessibilityFaults(page, 'long list')).toEqual([])
    expect(follower.pageErrors).toEqual([])
  })

  it('includes only those branches that the coach confirms', async () => {
    await followTeam({ role: 'checkbox', name: /^Alpha HQ/ })
    await expectFacts(`${alpha.athletes + alpha.branch} athletes`)
    await team().getByRole('button', { name: 'Edit team Alpha' }).click()
    await dialog()
      .getByRole('checkbox', { name: `Alpha HQ ${alpha.branch} athletes` })
      .uncheck()
    await dialog().getByRole('button', { name: 'Save' }).click()
    await expectAll()
    expect(follower.pageErrors).toEqual([])
  })

  it('keeps a name that another device adds while its dialog is open, and lists it in the dialog', async () => {
    await followTeam()
    await team().getByRole('button', { name: 'Edit team Alpha' }).click()
    await dialog()
      .getByRole('checkbox', { name: /^Alpha HQ/ })
      .check()
    await dialog().getByLabel('Another name').fill('Alpha Olinda')
    const [rule] = (await coach.call('followRules')).rules
    await coach.call('changeFollowRule', { id: rule?.id ?? 0, body: { aliases: ['Alpha Recife'] } })
    expect(await dialog().getByRole('checkbox', { name: 'Alpha Recife 0 athletes' }).isChecked()).toBe(true)
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().waitFor({ state: 'detached' })
    const aliases = (await coach.call('followRules')).rules[0]?.aliases
    expect(aliases).toEqual(['Alpha Recife', 'Alpha HQ', 'Alpha Olinda'])
    expect(follower.pageErrors).toEqual([])
  })

  it('gains late entries and its athletes’ open-class matches on open screens, without an action of the user', async () => {
    await followTeam()
    await expectAll()
    const free = day.control
      .truth(day.id)
      .categories.filter(({ athletes }) => athletes.length === 6)
      .slice(0, 2)
    for (const { id } of free) day.control.entry({ tournament: day.id, category: id, team: 'Alpha' })
    alpha.athletes += free.length
    await expectAll()

    const members = athletesOf('Alpha')
      .slice(0, 4)
      .map(({ id }) => id)
    await page.goto(stage.rollCall.url)
    await page.getByRole('searchbox').fill('Open Class')
    await page.getByText('No matches found matching').waitFor()
    const add: Category = { age: 'Adult', gender: 'Male', belt: 'WHITE', weight: 'Open Class', athletes: 4, members }
    day.control.category({ tournament: day.id, add })
    await page
      .getByText(/Open Class/)
      .first()
      .waitFor({ timeout: 90_000 })
    expect(follower.pageErrors).toEqual([])
  })

  it('is named on the cards of its athletes’ matches and on those of the tournament’s screen', async () => {
    await followTeam()
    await page.goto(stage.rollCall.url)
    const card = page.getByRole('article').first()
    await card.waitFor()
    // A row of the list expands into its card.
    if ((await card.getByText(/^via Alpha · /).count()) === 0) await card.getByRole('button').click()
    await page
      .getByText(/^via Alpha · /)
      .first()
      .waitFor()
    await page.goto(`${stage.rollCall.url}/tournament/${tournamentId}`)
    const own = page.getByRole('region', { name: 'Your athletes here' }).getByRole('article').first()
    await own.getByText(/^via Alpha · /).waitFor()
    expect(follower.pageErrors).toEqual([])
  })

  it('leaves out a person who is unfollowed, until the coach follows the person again', async () => {
    await followTeam()
    const unfollow = rows()
      .first()
      .getByRole('button', { name: /^Unfollow / })
    const name = ((await unfollow.getAttribute('aria-label')) ?? '').replace('Unfollow ', '')
    await unfollow.click()
    await expectFacts('1 left out')
    await team()
      .getByRole('button', { name: `Unfollow ${name}`, exact: true })
      .waitFor({ state: 'detached' })
    await page.reload()
    await expectFacts('1 left out')
    await team().getByRole('button', { name: 'Edit team Alpha' }).click()
    await dialog()
      .getByRole('button', { name: `Follow ${name} again` })
      .click()
    await dialog().getByRole('heading', { name: 'Left out' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await following()
      .getByRole('button', { name: `Unfollow ${name}`, exact: true })
      .waitFor()

    await following()
      .getByRole('button', { name: `Unfollow ${name}`, exact: true })
      .click()
    await page.getByText(`Alpha now leaves ${name} out`).first().waitFor()
    await page.getByRole('button', { name: `Follow ${name} again` }).click()
    await following()
      .getByRole('button', { name: `Unfollow ${name}`, exact: true })
      .waitFor()
    expect(follower.pageErrors).toEqual([])
  })

  it('leaves out an unfollowed person whom the coach followed before the team, and a message offers to follow the person again', async () => {
    const { name = '' } = athletesOf('Alpha')[3] ?? {}
    await search().fill(name)
    const followed = page.waitForResponse('**/api/athletes/*/follow')
    await page.getByRole('button', { name: `Follow ${name}`, exact: true }).click()
    // An unfollow before the answer would be sent later, without the message.
    await followed
    const unfollow = following().getByRole('button', { name: `Unfollow ${name}`, exact: true })
    await unfollow.waitFor()
    await followTeam()
    // The row is far down a long list, whose rows get their heights while it scrolls: a click could hit another row.
    await unfollow.press('Enter')
    await page.getByText(`Alpha now leaves ${name} out`).first().waitFor()
    await page.getByRole('button', { name: `Follow ${name} again` }).click()
    // The row is in the middle of a long list, of which only a part is rendered.
    await expect
      .poll(async () => (await coach.call('followedAthletes')).athletes.find((each) => each.name === name)?.via)
      .toBe('Alpha')
    expect(follower.pageErrors).toEqual([])
  })

  it('is followed in a second tournament that it enters, and can be found and unfollowed on the athletes’ tab', async () => {
    await followTeam(everywhere)
    await expectFacts('wherever it enters')
    await openTournament(second.id)
    await page.goto(`${stage.rollCall.url}/?tab=athletes`)
    await page.getByRole('searchbox').fill(second.name)
    await page.getByRole('article').filter({ hasText: 'via Alpha' }).first().waitFor()
    await page.getByRole('button', { name: /^Teams you follow/ }).click()
    await page.getByText(/^\d+ athletes · wherever it enters · last 24 h: 9 joined$/).waitFor()
    const name = page.getByRole('region', { name: 'Teams you follow' }).getByRole('link', { name: 'Alpha' })
    expect(await name.getAttribute('href')).toMatch(/^\/tournament\/\d+\/team\?name=Alpha$/)
    await page.getByRole('searchbox').fill('')
    await page.getByRole('button', { name: 'Edit team Alpha' }).click()
    await dialog().getByRole('button', { name: 'Unfollow team' }).click()
    await dialog()
      .getByText(/^\d+ athletes leave your list/)
      .waitFor()
    await dialog().getByRole('button', { name: 'Unfollow team' }).click()
    await page.getByRole('heading', { name: 'No Followed Athletes' }).waitFor()
    expect((await coach.call('followRules')).rules).toEqual([])
    expect(follower.pageErrors).toEqual([])
  })

  it('distinguishes two people of one name', async () => {
    await followTeam()
    await search().fill(namesakes.name)
    await page.getByText('You already follow everyone found.').waitFor()
    const followedIds = async () =>
      (await coach.call('followedAthletes')).athletes
        .filter(({ name }) => name === namesakes.name)
        .map(({ bjjCompSystemId }) => Number(bjjCompSystemId))
    expect(new Set(await followedIds())).toEqual(new Set(namesakes.ids))
    const athletes = (await coach.call('followedAthletes')).athletes
    const [one] = athletes.filter(({ name }) => name === namesakes.name)
    await page.goto(`${stage.rollCall.url}/athlete-profile/${one?.id}`)
    await page.getByText(/^via Alpha/).waitFor()
    await page.getByRole('button', { name: 'Unfollow', exact: true }).click()
    await page.waitForURL(/tab=athletes/)
    await page.getByText(`Alpha now leaves ${namesakes.name} out`).first().waitFor()
    expect(await followedIds()).toEqual(namesakes.ids.filter((id) => id !== Number(one?.bjjCompSystemId)))
  })

  it('can be followed by name before it is entered', async () => {
    // The marks that reverse the direction of a text are not part of the name.
    await search().fill('\u202eOmega\u200f')
    await page.getByRole('button', { name: 'Looking for a team that is not entered yet?' }).click()
    await page.getByText('Not entered yet? Follow the team “Omega”').waitFor()
    await page.getByRole('button', { name: 'Follow team Omega' }).click()
    await dialog().getByRole('button', { name: 'Follow team', exact: true }).click()
    await team('Omega').getByText('waits: not entered yet').waitFor()
    expect((await coach.call('followRules')).rules).toMatchObject([{ team: 'Omega', tournamentId, tournaments: [] }])
  })

  it('can be followed under a name that other teams’ names contain, even if that name is followed in another tournament', async () => {
    await openTournament(second.id)
    await coach.call('addTournaments', { body: { tournaments: [{ value: String(second.id) }] } })
    const elsewhere = (await coach.call('tournaments')).tournaments.find(({ name }) => name === second.name)
    await coach.call('createFollowRule', { body: { team: 'Alph', tournamentId: elsewhere?.id ?? 0 } })
    await page.reload()
    await search().fill('alph')
    await page.getByRole('button', { name: 'Follow team Alpha', exact: true }).waitFor()
    const offer = page.getByRole('button', { name: 'Follow team alph', exact: true })
    await page.getByRole('button', { name: 'Looking for a team that is not entered yet?' }).click()
    await offer.waitFor()
    const results = page.getByRole('region', { name: 'Search Results' })
    expect(await results.getByRole('button').last().getAttribute('aria-label')).toBe('Follow team alph')
    await offer.click()
    await dialog().getByRole('button', { name: 'Follow team', exact: true }).click()
    await team('alph').getByText('waits: not entered yet').waitFor()
    await offer.waitFor({ state: 'detached' })
    const answered = ['athletes', 'teams'].map((list) =>
      page.waitForResponse((response) => response.url().endsWith(`/${list}?search=ALPHA`)),
    )
    await search().fill('ALPHA')
    await Promise.all(answered)
    await page.getByRole('button', { name: 'Follow team Alpha', exact: true }).waitFor()
    expect(await page.getByText('Looking for a team that is not entered yet?').count()).toBe(0)
    expect(follower.pageErrors).toEqual([])
  })

  it('is shown without a network, and an attempt to change it then reports that a network is needed', async () => {
    await followTeam()
    await expectAll()
    await search().fill('')
    await page.context().setOffline(true)
    await team().getByRole('button', { name: 'Edit team Alpha' }).click()
    await dialog().getByLabel('Another name').fill('Alpha Olinda')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().getByText('This needs a connection. Nothing was changed.').waitFor()
    await page.context().setOffline(false)
    expect((await coach.call('followRules')).rules[0]?.aliases).toEqual([])
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().waitFor({ state: 'detached' })
    expect((await coach.call('followRules')).rules[0]?.aliases).toEqual(['Alpha Olinda'])
  })
})
