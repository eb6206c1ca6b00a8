// The data of the screenshots: a big day with everything that is hard to display, and users who follow none, a few and sixty of
// its athletes.
import type { Browser, BrowserContext } from 'playwright-core'
import { categoriesOf, halls } from '#simulator/index.ts'
import { launchBrowser } from '#support/browser.ts'
import { type Day, startDay } from '#support/day.ts'
import { removeData, startRollCall } from '#support/rollcall.ts'

export type Person = 'stranger' | 'newcomer' | 'onlooker' | 'follower' | 'fan' | 'admin'
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
}

const situations = ['live', 'medalist', 'beaten', 'waiting', 'long', 'teamless'] as const
type Situation = (typeof situations)[number]

const longName = 'Maximiliano Alexandrino Cordillera Tempestad'
export const longTeam = 'Academia Internacional de Jiu-Jitsu Pedra Branca do Alto da Serra'
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
const followedAthletes = 60
const dayMs = 86_400_000

/** Opens the fixtures; resolves when all users follow their athletes. It takes under a minute. */
export async function openScreenFixtures(): Promise<ScreenFixtures> {
  const [browser, day] = await Promise.all([launchBrowser(), openDay()])
  const rollCall = await startRollCall({ sourceUrl: day.url, env: site })
  const join = (name: string): Promise<Account> => Account.make(browser, rollCall.url, name)
  const [newcomer, onlooker, follower, fan] = await Promise.all(
    ['Newcomer', 'Onlooker', 'Coach of the North Gate Academia Team 26', 'Fan'].map(join),
  )
  if (!newcomer || !onlooker || !follower || !fan) throw new Error('a user could not sign up')
  const admin = await Account.open(browser, rollCall.url, administrator)

  const [live, upcoming] = await fan.addAll()
  if (live === undefined || upcoming === undefined) throw new Error('the tournaments could not be added')
  await onlooker.addAll()
  await follower.addAll()
  const roster = day.control.truth(day.id).categories.flatMap(({ athletes }) => athletes.map(({ id }) => id))
  const few = athletesBySituation(day)
  const followed = new Map<number, number>()
  for (const id of new Set([...few.values(), ...roster].slice(0, followedAthletes)))
    followed.set(id, await fan.follow(live, nameOf(day, id), id))
  for (const id of new Set(few.values())) await follower.follow(live, nameOf(day, id), id)
  await follower.writeNotes(followed.get(few.get('live') ?? 0) ?? 0)
  const sharedUrl = await fan.share('North Gate at the Spring Open, both days')
  await follower.share('')
  const emptyUrl = await onlooker.share('')

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
      admin: await admin.session(),
    },
    tournaments: { live, upcoming },
    athletes: Object.fromEntries([...few].map(([situation, id]) => [situation, followed.get(id)])),
    sharedUrl,
    emptyUrl,
    async [Symbol.asyncDispose]() {
      await browser.close()
      await rollCall.stop()
      await day.close()
      await removeData(rollCall.dataDir)
    },
  }
}

/** A long day in progress with every irregularity of real ones, and two upcoming tournaments. */
async function openDay(): Promise<Day> {
  const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
  const day = await startDay({
    openFor: 100,
    plan: {
      mats: 6,
      oddities: 1,
      hall: halls.observed,
      categories: categoriesOf('open', { athletes: 280, categories: 70, largest: 16 }),
    },
    others: [
      {
        id: 3106,
        name: 'World Masters & Adults International Jiu-Jitsu Championship of the Three Rivers 2026',
        city: 'Lisbon',
        state: 'Lisboa',
        country: 'Portugal',
        timezone: 'Europe/Lisbon',
        firstDay: inDays(1),
        days: 3,
        mats: 12,
        categories: categoriesOf('open', { athletes: 200, categories: 60, largest: 12 }, 2),
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
  return day
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

  static async make(browser: Browser, url: string, username: string): Promise<Account> {
    const account = new Account(await browser.newContext(), url)
    const [first = ''] = username.toLowerCase().split(' ')
    const person = { username, email: `${first}@example.org`, password: 'mat seven at noon' }
    await account.#send('POST', '/api/register', person)
    return account
  }

  static async open(browser: Browser, url: string, login: { email: string; password: string }): Promise<Account> {
    const account = new Account(await browser.newContext(), url)
    await account.#send('POST', '/api/login', { username: login.email, password: login.password })
    return account
  }

  session(): Promise<Session> {
    return this.#context.storageState()
  }

  /** Adds the live and the large upcoming tournament; resolves with their ids when their athletes are imported. */
  async addAll(): Promise<number[]> {
    const tournaments = ['3105', '3106'].map((value) => ({ value }))
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

  /** Follows an athlete by name and id at the source; our id. */
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

  /** Private notes with tags. */
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
