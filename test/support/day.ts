// A small simulated tournament during its day, in a city where it is daytime now: two mats, with the first fights in progress.
// Its clock stands still, so that only the test changes the tournament.
import { type PlanDraft, type Simulator, startSimulator } from '#simulator/index.ts'

/** Cities far enough apart that one of them always has daylight. */
const places = [
  { city: 'Houston', state: 'Texas', country: 'United States', timezone: 'America/Chicago' },
  { city: 'London', state: 'England', country: 'United Kingdom', timezone: 'Europe/London' },
  { city: 'Tokyo', state: 'Tokyo', country: 'Japan', timezone: 'Asia/Tokyo' },
] as const

const tournamentId = 3105
const minute = 60_000

type TrueMatch = ReturnType<Simulator['control']['truth']>['matches'][number]

export type Day = Simulator & {
  /** The tournament's id at the source. */
  id: number
  name: string
  /** When its first fights begin, epoch ms. */
  opensAt: number
  /** The true state of its fights. */
  matches(): TrueMatch[]
  /** The first fight with this status and two athletes, on the given mat. */
  match(status: TrueMatch['status'], mat?: number): TrueMatch & { names: [string, string] }
  /** The ids that the simulator's controls need to change a match. */
  matchIds(match: TrueMatch): { tournament: number; category: number; match: number }
}

type Options = {
  /** How many minutes ago the first fights started, on the source's clock. */
  openFor?: number
  /** How many minutes the source's clock is behind the real one. */
  behind?: number
  athletes?: number[]
  /** Overrides of the tournament's plan. */
  plan?: Partial<PlanDraft>
  /** Further tournaments. */
  others?: readonly PlanDraft[]
}

/** Starts the day `openFor` minutes after its first fights; `athletes` are the sizes of its categories. */
export async function startDay({
  openFor = 3,
  behind = 0,
  athletes = [8, 8, 4],
  plan = {},
  others = [],
}: Options = {}): Promise<Day> {
  const now = Date.now() - behind * minute
  const place = places.find(({ timezone }) => Math.abs(hourAt(now, timezone) - 13) <= 5) ?? places[0]
  const name = plan.name ?? `${place.city} Spring Open 2026`
  const opens = now - openFor * minute
  const belts = ['BLUE', 'PURPLE', 'BROWN'] as const
  const weights = ['Light', 'Middle', 'Heavy', 'Feather', 'Rooster'] as const
  const simulator = await startSimulator({
    startAt: now,
    speed: 0,
    tournaments: [
      {
        ...place,
        id: tournamentId,
        name,
        firstDay: dateAt(opens, place.timezone),
        opensAt: clockAt(opens, place.timezone),
        mats: 2,
        categories: athletes.map((size, index) => ({
          age: 'Adult',
          gender: 'Male',
          // Names are unique, because a board identifies a fight's category by its name.
          belt: belts[Math.floor(index / weights.length) % belts.length] ?? 'BLUE',
          weight: weights[index % weights.length] ?? 'Light',
          athletes: size,
        })),
        ...plan,
      },
      ...others,
    ],
  })
  const matches = (): TrueMatch[] => simulator.control.truth(tournamentId).matches
  return {
    ...simulator,
    id: tournamentId,
    name,
    opensAt: opens,
    matches,
    match(status, mat) {
      const found = matches().find(
        (match) =>
          match.status === status &&
          (mat === undefined || match.mat === mat) &&
          match.sides.every(({ name }) => name !== null),
      )
      if (!found) throw new Error(`no ${status} match on mat ${mat ?? 'any'}`)
      return { ...found, names: [plain(found.sides[0].name), plain(found.sides[1].name)] }
    },
    matchIds: ({ categoryId, match }) => ({ tournament: tournamentId, category: categoryId, match }),
  }
}

/** A name as RollCall shows it, with single blanks. */
const plain = (name: string | null): string => (name ?? '').replace(/\s+/g, ' ').trim()

const parts = (at: number, timeZone: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, hourCycle: 'h23', ...options }).format(at)
const hourAt = (at: number, zone: string): number => Number(parts(at, zone, { hour: '2-digit' }))
const dateAt = (at: number, zone: string): string =>
  parts(at, zone, { year: 'numeric', month: '2-digit', day: '2-digit' })
const clockAt = (at: number, zone: string): string => parts(at, zone, { hour: '2-digit', minute: '2-digit' })
