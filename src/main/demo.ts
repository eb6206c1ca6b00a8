// Creates the demo's accounts: an administrator, and a coach who follows a few athletes of the live tournament, so that the first
// login shows a tournament in progress. Only a start with the simulator creates them.
import { demoPasswords, isPasswordOf, seedAdministrator, seedUser } from '#api'
import type { Match } from '#domain/match.ts'
import type { Clock } from '#platform/clock.ts'
import type { SiteConfig } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'
import { demoAccountsSetting, type DemoIdentity, type Held, type Store } from '#store'

export const demoAccounts = {
  administrator: { email: 'admin@rollcall.example', password: demoPasswords.administrator },
  follower: { username: 'Demo Coach', email: 'coach@rollcall.example', password: demoPasswords.follower },
} as const

/** Identifies the demo accounts, even after somebody has changed them. */
export const demoIdentity: DemoIdentity = {
  emails: { administrator: demoAccounts.administrator.email, follower: demoAccounts.follower.email },
  isPublished: async (passwordHash) =>
    (await isPasswordOf(demoAccounts.follower.password, passwordHash)) ||
    (await isPasswordOf(demoAccounts.administrator.password, passwordHash)),
}

/** How many athletes the coach follows: those who fight first, and some over the rest of the day. */
const followCounts = { first: 6, later: 6 }
/** In ms. */
const pollInterval = 1_000
/** In ms. The import of the live tournament takes seconds; after this time the coach follows nobody. */
const importTimeout = 180_000

/** The links on the pages, with the demo's defaults. The defaults lead to files that are served with the client's. */
export const demoSite = ({ supportEmail, donationUrl, sponsors }: SiteConfig): SiteConfig => ({
  supportEmail: supportEmail ?? 'support@rollcall.example',
  donationUrl: donationUrl ?? '/demo/donation.html',
  sponsors: sponsors.length > 0 ? sponsors : demoSponsors,
})

const demoSponsors = [
  { name: 'Harbor Mat Works', url: '/demo/sponsor.html', logoUrl: '/demo/harbor-mat-works.svg' },
  { name: 'Tidewater Gi', url: '/demo/sponsor.html', logoUrl: '/demo/tidewater-gi.svg' },
]

/**
 * Creates the missing accounts, the administrator only if none is configured, and records the coach as a demo account. Returns
 * the coach's id, and the logins whose published passwords still work, because anybody may have changed a password.
 */
export async function seedDemoAccounts(
  store: Store,
  hasAdministrator: boolean,
): Promise<{ coach: number | undefined; logins: string[] }> {
  const { administrator, follower } = demoAccounts
  if (!hasAdministrator) await seedAdministrator(store, administrator)
  const coach = await seedUser(store, follower)
  const recorded = ((await store.settings.get(demoAccountsSetting)) ?? []) as number[]
  if (coach !== undefined && !recorded.includes(coach))
    await store.settings.set(demoAccountsSetting, [...recorded, coach])
  const logins: string[] = []
  const addLogin = async (prefix: string, { email, password }: { email: string; password: string }): Promise<void> => {
    const found = await store.accounts.findByEmail(email)
    if (found && (await isPasswordOf(password, found.passwordHash)))
      logins.push(`${prefix}${email} with the password ${password}`)
  }
  await addLogin('', follower)
  if (!hasAdministrator) await addLogin('the administrator ', administrator)
  return { coach, logins }
}

type Parts = { store: Store; clock: Clock; log: Log; stopping: AbortSignal; tournament: string; coach: number }

/**
 * Adds the live tournament to the coach's list, waits until its boards are read, and follows athletes whose matches come next.
 * Does nothing if the coach already has a tournament. `tournament`: the id of the live tournament in the competition system.
 */
export async function seedDemo({ store, clock, log, stopping, tournament, coach }: Parts): Promise<void> {
  if ((await store.follows.watchedBy(coach)).tournamentIds.length > 0) return
  const deadline = clock.monotonic() + importTimeout
  const waitFor = async <Found>(look: () => Promise<Found | undefined>): Promise<Found | undefined> => {
    for (;;) {
      const found = await look()
      if (found !== undefined || clock.monotonic() > deadline || stopping.aborted) return found
      await clock.sleep(pollInterval, stopping)
    }
  }
  try {
    const id = await waitFor(async () => (await store.tournaments.add([tournament])).ids[0])
    if (id === undefined) return
    await store.follows.addTournaments(coach, [id])
    await store.readRequests.submit('import', String(id), coach)
    const athletes = await waitFor(async () => chooseAthletes(await store.projection.load(id)))
    for (const athleteId of athletes ?? []) await store.follows.follow(coach, athleteId)
  } catch (error) {
    if (!stopping.aborted) log.warn({ err: error }, 'the demo coach could not be given athletes to follow')
  }
}

/**
 * The athletes to follow, one of each match: those of the first matches, and some spread over the later ones. Undefined while the
 * boards list too few matches.
 */
function chooseAthletes(held: Held | undefined): number[] | undefined {
  if (!held) return undefined
  const startOf = ({ scheduledAt }: Match): number => Date.parse(scheduledAt ?? '')
  const upcoming = [...held.state.matches.values()]
    .filter((match) => match.board === 'listed' && match.scheduledAt !== null)
    .sort((one, other) => startOf(one) - startOf(other))
    .flatMap((match) => {
      const side = match.sides.find((one) => one.kind === 'athlete')
      const athlete = side?.bjjCompSystemId ? held.athleteBySourceId(side.bjjCompSystemId) : undefined
      return athlete ? [athlete.id] : []
    })
  const { first, later } = followCounts
  const stride = Math.max(1, Math.floor((upcoming.length - first) / later))
  const chosen = upcoming.filter((_, place) => place < first || (place - first) % stride === 0)
  return chosen.length < first ? undefined : [...new Set(chosen)].slice(0, first + later)
}
