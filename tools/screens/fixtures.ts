// The data of the screenshots: a big day with everything that is hard to display, and users who follow none, a few and sixty of
// its athletes, and a coach who follows a team by a rule and shares a link with the right to claim.
import type { Browser, BrowserContext } from 'playwright-core'
import { categoriesOf, halls } from '#simulator/index.ts'
import { launchBrowser } from '#support/browser.ts'
import { type Day, startDay } from '#support/day.ts'
import { removeData, startRollCall } from '#support/rollcall.ts'

export type Person = 'stranger' | 'newcomer' | 'onlooker' | 'follower' | 'fan' | 'coach' | 'admin'
type Session = Awaited<ReturnType<BrowserContext['storageState']>>

export type ScreenFixtures = AsyncDisposable & {
  browser: Browser
  url: string
  day: Day
  /** The sessions of the users, by name; a stranger has none. */
  sessions: Record<Person, Session | undefined>
  /** Our ids: of tournaments by status, of athletes by what their profile shows. */
  tournaments: { live: number; upcoming: number }
  athletes: Partial<Record<Situation, number>>
  /** A share link with sixty athletes. */
  sharedUrl: string
  /** A share link without athletes. */
  emptyUrl: string
  /** The coach's link, with the right to claim. */
  claimUrl: string
}

const situations = ['live', 'medalist', 'beaten', 'waiting', 'long', 'teamless', 'known', 'merged', 'tomorrow'] as const
type Situation = (typeof situations)[number]

const longName = 'Maximiliano Alexandrino Cordillera Tempestad'
export const longTeam = 'Academia Internacional de Jiu-Jitsu Pedra Branca do Alto da Serra'
/** A team with branches, which the coach follows. */
export const team = 'Alpha Jiu-Jitsu'
const branches = [`${team} HQ`, `${team} – Recife`] as const
/** A division with athletes who are entered in the earlier, the live and the next tournament. */
const blackBelts = { age: 'Adult', gender: 'Male', belt: 'BLACK', weight: 'Light' } as const
const earlierId = 3104
const nextId = 3106
const administrator = { email: 'chief@example.org', password: 'the chief of all mats' }
const site = {
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
  SUPPORT_EMAIL: 'support@rollcall.example',
  DONATION_URL: 'https://donate.example/rollcall',
  SPONSORS: JSON.stringify([
    { name: 'Harbor Mat Works', url: 'https://social.example/harbor', logoUrl: '/favicon.svg' },
    { name: 'Tidewater Gi', url: 'https://social.example/tidewater', logoUrl: '/icons/icon-192.png' },
  ]),
}
const followedCount = 60
/** The number of the coach's athletes with an upcoming match, on eight mats. */
const coachedCount = 40
const dayMs = 86_400_000

/** Opens the fixtures; resolves when all users follow their athletes. It takes under a minute. */
export async function openScreenFixtures(): Promise<ScreenFixtures> {
  const [browser, day] = await Promise.all([launchBrowser(), openDay()])
  const rollCall = await startRollCall({ sourceUrl: day.url, env: site })
  const signUp = (name: string): Promise<Account> => Account.signUp(browser, rollCall.url, name)
  const [newcomer, onlooker, follower, fan, coach] = await Promise.all(
    ['Newcomer', 'Onlooker', 'Coach of the North Gate Academia Team 26', 'Fan', 'Rita Coaches'].map(signUp),
  )
  if (!newcomer || !onlooker || !follower || !fan || !coach) throw new Error('a user could not sign up')
  const admin = await Account.signIn(browser, rollCall.url, administrator)

  const [live, upcoming] = await fan.addAll()
  if (live === undefined || upcoming === undefined) throw new Error('the tournaments could not be added')
  await onlooker.addAll()
  await follower.addAll()
  const roster = day.control.truth(day.id).categories.flatMap(({ athletes }) => athletes.map(({ id }) => id))
  const bySituation = athletesBySituation(day)
  const followed = new Map<number, number>()
  for (const id of new Set([...bySituation.values(), ...roster].slice(0, followedCount)))
    followed.set(id, await fan.follow(live, nameOf(day, id), id))
  for (const id of new Set(bySituation.values())) await follower.follow(live, nameOf(day, id), id)
  await follower.writeNotes(followed.get(bySituation.get('live') ?? 0) ?? 0)
  const sharedUrl = await fan.share('North Gate at the Spring Open, both days')
  await follower.share('')
  const emptyUrl = await onlooker.share('')
  const coached = await coachTeam(coach, day, live, upcoming)

  return {
    browser,
    day,
    url: rollCall.url,
    sessions: {
      stranger: undefined,
      newcomer: await newcomer.session(),
      onlooker: await onlooker.session(),
      follower: await follower.session(),
      fan: await fan.session(),
      coach: await coach.session(),
      admin: await admin.session(),
    },
    tournaments: { live, upcoming },
    athletes: {
      ...Object.fromEntries([...bySituation].map(([situation, id]) => [situation, followed.get(id)])),
      ...coached.athletes,
    },
    sharedUrl,
    emptyUrl,
    claimUrl: coached.claimUrl,
    async [Symbol.asyncDispose]() {
      await browser.close()
      await rollCall.stop()
      await day.close()
      await removeData(rollCall.dataDir)
    },
  }
}

type Coached = { athletes: Partial<Record<Situation, number>>; claimUrl: string }

/**
 * The coach follows the team in all tournaments, with one of its branches and without one athlete; a team that is not entered; and
 * athletes of other teams with upcoming matches, one of whom has two merged entries. Three helpers and the coach have claimed
 * matches.
 */
async function coachTeam(coach: Account, day: Day, live: number, upcoming: number): Promise<Coached> {
  await coach.addAll([String(day.id), String(earlierId)])
  await coach.followTeam(team, [branches[0]], null)
  await coach.followTeam('Omega Grappling Porto Alegre', [], live)
  const entered = day.control.truth(day.id).categories.flatMap(({ athletes }) => athletes)
  const excluded = entered.find((athlete) => athlete.team === team)
  if (excluded) await coach.unfollow(await coach.follow(live, nameOf(day, excluded.id), excluded.id))
  const [own, others] = athletesToCome(day)
  const followed: number[] = []
  for (const id of others.slice(0, coachedCount - own.length))
    followed.push(await coach.follow(live, nameOf(day, id), id))
  await coach.acceptLookAlike(followed[0] ?? 0)
  const known = await coach.follow(live, ...knownOf(day))
  const tomorrow = await coach.firstFollowedIn(upcoming)
  const claimUrl = await coach.share('Alpha, all mats')
  await coach.allowClaims()
  const claimable = await coach.matchesToCome()
  for (const [index, name] of ['Ana Silva', 'Bento', 'Ana Silva', 'Maximiliano Cordillera'].entries())
    await coach.claimByLink(claimUrl, claimable[index * 2] ?? 0, name)
  await coach.claim(claimable[1] ?? 0, 'Rita Coaches')
  return { athletes: { known, merged: followed[0] ?? 0, tomorrow }, claimUrl }
}

/** The ids of the athletes with an upcoming match: those of the coach's team, and the others. */
function athletesToCome(day: Day): [own: number[], others: number[]] {
  const { categories, matches } = day.control.truth(day.id)
  const own = new Set(
    categories
      .flatMap(({ athletes }) => athletes)
      .filter((athlete) => [team, branches[0]].includes(athlete.team))
      .map(({ id }) => id),
  )
  const sides = matches.filter(({ status }) => status !== 'finished').flatMap((match) => match.sides)
  const ids = [...new Set(sides.flatMap(({ athleteId }) => athleteId ?? []))]
  return [ids.filter((id) => own.has(id)), ids.filter((id) => !own.has(id))]
}

/** The name and id of a black belt who is also in the earlier tournament, if possible one with an upcoming match. */
function knownOf(day: Day): [name: string, id: number] {
  const { categories, matches } = day.control.truth(day.id)
  const before = new Set(
    day.control.truth(earlierId).categories.flatMap(({ athletes }) => athletes.map(({ id }) => id)),
  )
  const here = categories.flatMap(({ athletes }) => athletes.map(({ id }) => id)).filter((id) => before.has(id))
  const waits = (id: number): boolean =>
    matches.some(
      ({ status, sides }) =>
        status !== 'finished' &&
        sides.some(({ athleteId }) => athleteId === id) &&
        sides.every(({ athleteId }) => athleteId !== null && before.has(athleteId)),
    )
  const id = here.find(waits) ?? here[0]
  if (id === undefined) throw new Error('nobody is in both tournaments')
  return [nameOf(day, id), id]
}

/** A long day in progress with every irregularity of real ones, an earlier tournament and two upcoming ones. */
async function openDay(): Promise<Day> {
  const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
  const day = await startDay({
    openFor: 140,
    plan: {
      mats: 8,
      oddities: 1,
      hall: halls.observed,
      teams: [
        { name: team, entries: 34 },
        ...branches.map((name, index) => ({ name, entries: 5 - 2 * index })),
        { name: longTeam, entries: 12 },
      ],
      categories: withBlackBelts(categoriesOf('open', { athletes: 420, categories: 100, largest: 16 }), 10),
    },
    others: [
      { id: earlierId, name: 'Harbor Winter Open 2026', firstDay: inDays(-1), categories: withBlackBelts([], 8) },
      {
        id: nextId,
        name: 'World Masters & Adults International Jiu-Jitsu Championship of the Three Rivers 2026',
        city: 'Lisbon',
        state: 'Lisboa',
        country: 'Portugal',
        timezone: 'Europe/Lisbon',
        firstDay: inDays(1),
        days: 3,
        mats: 12,
        categories: withBlackBelts(categoriesOf('open', { athletes: 200, categories: 60, largest: 12 }, 2), 4),
        teams: [{ name: team, entries: 9 }],
      },
      {
        id: 3107,
        name: 'Osaka Kids Open 2026',
        city: 'Osaka',
        state: 'Osaka',
        country: 'Japan',
        timezone: 'Asia/Tokyo',
        firstDay: inDays(3),
        categories: categoriesOf('kids', { athletes: 30, categories: 10, largest: 6 }, 3),
      },
    ],
  })
  const fighting = day.match('started')
  for (const { athleteId } of fighting.sides) {
    if (athleteId === null) continue
    day.control.athlete({ tournament: day.id, athlete: athleteId, action: 'rename', name: `${longName} ${athleteId}` })
    day.control.athlete({ tournament: day.id, athlete: athleteId, action: 'team', team: longTeam })
  }
  const last = [...day.matches()].reverse().find(({ sides }) => sides[0].athleteId !== null)?.sides[0].athleteId
  if (last) day.control.athlete({ tournament: day.id, athlete: last, action: 'team', team: '' })
  addLookAlikes(day)
  return day
}

/**
 * Gives two athletes of the next tournament the names and teams of two athletes whom the coach follows in the live one; belt and
 * gender are the same.
 */
function addLookAlikes(day: Day): void {
  const entriesOf = (id: number) =>
    day.control.truth(id).categories.flatMap(({ division, athletes }) => athletes.map((one) => ({ ...one, division })))
  const here = entriesOf(day.id)
  const there = entriesOf(nextId).filter(({ id }) => !here.some((one) => one.id === id))
  for (const id of athletesToCome(day)[1].slice(0, 2)) {
    const one = here.find((athlete) => athlete.id === id)
    const index = there.findIndex(
      ({ division, team: club }) =>
        club !== team && division.belt === one?.division.belt && division.gender === one.division.gender,
    )
    const [other] = index === -1 ? [] : there.splice(index, 1)
    if (!one || !other) continue
    day.control.athlete({ tournament: nextId, athlete: other.id, action: 'rename', name: one.name })
    day.control.athlete({ tournament: nextId, athlete: other.id, action: 'team', team: one.team })
  }
}

type Category = ReturnType<typeof categoriesOf>[number]

/** The categories, and one of black belts with this number of athletes; the tournaments share these athletes. */
function withBlackBelts(categories: readonly Category[], athletes: number): Category[] {
  const regulars = Array.from({ length: athletes }, (_, number) => number)
  const isSame = (category: Category): boolean =>
    Object.entries(blackBelts).every(([key, value]) => category[key as keyof Category] === value)
  return [{ ...blackBelts, athletes, regulars }, ...categories.filter((category) => !isSame(category))]
}

/** One athlete for everything that a profile or a card can show. */
function athletesBySituation(day: Day): Map<Situation, number> {
  const { categories, matches } = day.control.truth(day.id)
  const found = new Map<Situation, number>()
  const keep = (situation: Situation, id: number | null | undefined): void => {
    if (id && !found.has(situation) && ![...found.values()].includes(id)) found.set(situation, id)
  }
  const started = matches.filter(({ status, sides }) => status === 'started' && sides.every(({ name }) => name))
  for (const { sides } of started) keep(sides[0].name?.startsWith(longName) ? 'long' : 'live', sides[0].athleteId)
  for (const { over, placements } of categories)
    if (over && placements.length > 3) keep('medalist', placements[0]?.athleteId)
  for (const { status, loserId } of matches) if (status === 'finished') keep('beaten', loserId)
  for (const { sides } of [...matches].reverse()) keep('teamless', sides.find(({ team }) => team === '')?.athleteId)
  for (const { status, sides } of [...matches].reverse())
    if (status !== 'finished' && status !== 'started') keep('waiting', sides[0].athleteId)
  return found
}

function nameOf(day: Day, id: number): string {
  const athletes = day.control.truth(day.id).categories.flatMap(({ athletes: entered }) => entered)
  return (athletes.find((athlete) => athlete.id === id)?.name ?? '').replace(/\s+/g, ' ').trim()
}

type Available = { tournaments: { value: string }[] }
type Added = { tournament: { import: { state: string } } }

/** A signed-in user who calls the API over HTTP with a browser's cookies. */
class Account {
  readonly #context: BrowserContext
  readonly #url: string

  private constructor(context: BrowserContext, url: string) {
    this.#context = context
    this.#url = url
  }

  static async signUp(browser: Browser, url: string, username: string): Promise<Account> {
    const account = new Account(await browser.newContext(), url)
    const [first = ''] = username.toLowerCase().split(' ')
    const person = { username, email: `${first}@example.org`, password: 'mat seven at noon' }
    await account.#send('POST', '/api/register', person)
    return account
  }

  static async signIn(browser: Browser, url: string, login: { email: string; password: string }): Promise<Account> {
    const account = new Account(await browser.newContext(), url)
    await account.#send('POST', '/api/login', { username: login.email, password: login.password })
    return account
  }

  session(): Promise<Session> {
    return this.#context.storageState()
  }

  /** Adds tournaments, by default the live and the large upcoming one; resolves with their ids when they are imported. */
  async addAll(sourceIds: readonly string[] = ['3105', String(nextId)]): Promise<number[]> {
    const tournaments = sourceIds.map((value) => ({ value }))
    await this.#until('/api/tournaments/bjj-comp-system', (body) =>
      tournaments.every(({ value }) => (body as Available).tournaments.some((listed) => listed.value === value)),
    )
    const added = await this.#send('POST', '/api/tournaments/add', { tournaments })
    const ids = (added as { tournaments: { id: number; name: string }[] }).tournaments.map(({ id }) => id)
    for (const id of ids)
      await this.#until(`/api/tournaments/${id}`, (body) => (body as Added).tournament.import.state === 'done')
    return ids
  }

  /** Repeats a request until its answer satisfies the condition. */
  async #until(path: string, isTrue: (body: unknown) => boolean): Promise<void> {
    while (!isTrue(await this.#send('GET', path))) await new Promise((resolve) => setTimeout(resolve, 500))
  }

  /** Follows the athlete with this id at the source, or else the first one with this name; returns our id. */
  async follow(tournament: number, name: string, sourceId: number): Promise<number> {
    const query = new URLSearchParams({ search: name })
    const found = (await this.#send('GET', `/api/tournaments/${tournament}/athletes?${query}`)) as {
      athletes: { id: number; bjjCompSystemId: string }[]
    }
    const hit = found.athletes.find(({ bjjCompSystemId }) => bjjCompSystemId === String(sourceId)) ?? found.athletes[0]
    if (!hit) throw new Error(`${name} was not found`)
    await this.#send('POST', `/api/athletes/${hit.id}/follow`)
    return hit.id
  }

  unfollow(athlete: number): Promise<unknown> {
    return this.#send('DELETE', `/api/athletes/${athlete}/follow`)
  }

  /** Follows a team by a rule; wherever it enters if `tournamentId` is null. */
  followTeam(name: string, aliases: readonly string[], tournamentId: number | null): Promise<unknown> {
    return this.#send('POST', '/api/follow-rules', { team: name, aliases, tournamentId })
  }

  /** Accepts the offer that an entry in another tournament is the same person as this athlete. */
  async acceptLookAlike(athlete: number): Promise<void> {
    const { offers } = (await this.#send('GET', '/api/people/offers')) as {
      offers: { kind: string; athlete: { id: number }; known: { id: number } }[]
    }
    const offer = offers.find(({ kind, known }) => kind === 'look-alike' && known.id === athlete)
    if (offer) await this.#send('PUT', `/api/people/offers/${offer.athlete.id}`, { answer: 'accepted' })
  }

  /** The id of the first followed athlete of a tournament. */
  async firstFollowedIn(tournament: number): Promise<number> {
    const { athletes } = (await this.#send('GET', '/api/athletes/followed')) as {
      athletes: { id: number; tournamentId: number }[]
    }
    return athletes.find(({ tournamentId }) => tournamentId === tournament)?.id ?? 0
  }

  /** The ids of the matches in the list. */
  async matchesToCome(): Promise<number[]> {
    const { matches } = (await this.#send('GET', '/api/matches/upcoming')) as { matches: { id: number }[] }
    return matches.map(({ id }) => id)
  }

  /** Gives the right to claim to the user's share link. */
  allowClaims(): Promise<unknown> {
    return this.#send('PUT', '/api/share/claiming', { mayClaim: true })
  }

  claim(match: number, name: string): Promise<unknown> {
    return this.#send('PUT', `/api/matches/${match}/claim`, claimBody(name))
  }

  claimByLink(url: string, match: number, name: string): Promise<unknown> {
    return this.#send('PUT', `/api/share/${url.split('/').at(-1)}/matches/${match}/claim`, claimBody(name))
  }

  /** Writes private notes with tags. */
  async writeNotes(athlete: number): Promise<void> {
    const notes = 'Pulls guard early. Watch the left collar grip; corner from the far side of the mat.'
    await this.#send('PUT', `/api/athletes/${athlete}/notes`, { notes, tags: ['team', 'guard player', 'film this'] })
  }

  async share(title: string): Promise<string> {
    const made = await this.#send('POST', '/api/share/generate', { title: title || null })
    return (made as { shareUrl: string }).shareUrl
  }

  async #send(method: string, path: string, data?: object): Promise<unknown> {
    const headers = { origin: this.#url }
    const answer = await this.#context.request.fetch(this.#url + path, { method, headers, ...(data && { data }) })
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
    return answer.json()
  }
}

/** A claim from a device of its own. */
const claimBody = (name: string): object => ({ name, device: crypto.randomUUID(), request: crypto.randomUUID() })
