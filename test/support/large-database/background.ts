// What the processes do by themselves on a database of make.ts: reading the source, alerts, emails, and the work of every hour.
import { randomUUID } from 'node:crypto'
import type { Athlete } from '#domain/athlete.ts'
import type { BoardReading, BracketReading, Reading, ReadSide } from '#domain/reading.ts'
import type { Side } from '#domain/match.ts'
import { findOrCreatePushKeys } from '#notify'
import { type Held, type Store, tournamentLease } from '#store'
import type { FakeClock } from '#support/clock.ts'
import { pushConfig } from '#support/push.ts'
import type { Sql } from '#support/sql.ts'
import type { Sizes } from './make.ts'

/** `nextUser` returns a user of whom no earlier step has used anything up, `nextTournament` such a past tournament. */
type Parts = {
  store: Store
  clock: FakeClock
  sizes: Sizes
  /** For rows that a process with a wrong clock would write. */
  sql: Sql
  nextUser(): number
  nextTournament(): number
  /** A number that no earlier step has used. */
  nextNumber(): number
}

/** By name, in their order. Each can be repeated. */
type Steps = Record<string, () => Promise<unknown>>

export function makeBackground(parts: Parts): Steps {
  const record = recorderOf(parts)
  return {
    ...readTheSource(parts),
    ...recordPages(parts, record),
    ...giveNewIds(parts, record),
    ...sendAlerts(parts),
    ...sendEmails(parts),
    ...changeAccounts(parts),
    ...searchAsAdministrator(parts),
    ...repeat(parts),
  }
}

const minute = 60_000
const holder = 'bench'
const host = 'source.example'
const mailTo = (user: number): string => `follower-${user}@example.org`
const page = (kind: 'home') => ({ kind })

function readTheSource({ store, clock, sizes, sql, nextUser, nextTournament, nextNumber }: Parts): Steps {
  const everyTournament = Array.from({ length: sizes.tournaments }, (_, index) => index + 1)
  const limits = { perSecond: 1_000, burst: 1_000, perDay: 1_000_000, inFlight: 4, reserve: 0, holder }
  const request = {
    tournamentId: 1,
    outcome: 'unchanged',
    status: 200,
    ms: 80,
    bytes: 50_000,
    error: null,
    everyMs: minute,
  }
  const bracket = { kind: 'bracket', tournament: '3001', category: '100' } as const
  const roster = {
    athletes: Array.from({ length: sizes.athletes }, (_, index) => ({
      bjjCompSystemId: String(700_000 + index),
      name: `Athlete ${index}`,
      clubId: null,
    })),
    clubs: Array.from({ length: 300 }, (_, index) => ({ bjjCompSystemId: String(index), name: `Team ${index}` })),
  }
  const logo = (n: number) => ({ kind: 'logo', address: `/logo-${n}`, sponsor: false }) as const
  const times = () => ({ at: clock.now(), nextAt: clock.now() + 3_600_000 })
  return {
    'the active tournaments': () => store.tournaments.active(),
    'the tournaments that can be added': () => store.tournaments.listAvailable(),
    'the viewers and follows of every tournament': () => store.watch.forTournaments(everyTournament),
    'the viewers of a process': () => store.watch.setViewers(holder, new Map(everyTournament.map((id) => [id, 100]))),
    'the sockets of a process': () => store.watch.reportSockets(holder, 10_000),
    'a process that ends': async () => {
      await store.watch.leave(holder)
      await store.releaseHeldBy(holder)
    },
    'the lease of a tournament': async () => {
      const lease = await store.leases.take(tournamentLease(1), holder, minute)
      await store.leases.renew(tournamentLease(1), holder, lease?.fence ?? 0, minute)
      await store.leases.release(tournamentLease(1), holder)
    },
    'the budget of a host': async () => {
      const taken = await store.budget.take(host, limits)
      if (taken.ok) await store.budget.release(host, taken.slot)
      await store.budget.noteHealth(host, { failures: 0, circuitOpen: false })
      await store.budget.take('clock.example', { ...limits, burst: 1, reserve: 0, perSecond: 0.001 })
      await store.budget.take('clock.example', { ...limits, burst: 1, reserve: 0, perSecond: 0.001 })
      await sql`update budgets set refilled_at = refilled_at + interval '1 hour' where host = 'clock.example'`
      await store.budget.take('clock.example', { ...limits, burst: 1, reserve: 0, perSecond: 0.001 })
      await store.budget.pause('paused.example', clock.now() + minute)
    },
    'the pages of a tournament': () => store.pages.list(1),
    'the lists of the source': () => store.pages.list(null),
    // So many that the request log is trimmed.
    'requests to the source': async () => {
      for (let index = 0; index < 500; index++)
        await store.pages.recordRequest(bracket, { ...request, at: clock.now() })
    },
    'a read request': async () => {
      const { id } = await store.readRequests.requestAthletes(1, [1 + (nextNumber() % sizes.athletes)], nextUser())
      await store.readRequests.claim({
        kinds: ['athletes', 'athlete', 'import', 'available'],
        tournamentIds: everyTournament,
        holder,
      })
      await store.readRequests.finish(id, { ok: true })
      await store.readRequests.outcome(id, 0)
    },
    'rosters of listed tournaments, with followed people and with followed teams': async () => {
      for (const clubs of [[], roster.clubs]) {
        const due = await store.discovery.due()
        if (!due) throw new Error('no roster is due')
        await store.discovery.postpone(due.tournament, clock.now() + minute)
        await store.discovery.importIfFollowed(due.tournament, { ...roster, clubs })
      }
    },
    logos: async () => {
      await store.logos.due(clock.now())
      await store.logos.save(
        '/logo-1',
        { image: Buffer.alloc(10), hash: randomUUID(), etag: null, lastModified: null },
        times(),
      )
      await store.logos.confirm('/logo-1', times())
      await store.logos.fail('/logo-2', 1, clock.now() + minute)
      await store.logos.noteProblem(logo(2), { code: 'no-image', detail: '' })
      await store.logos.setSponsors(['https://sponsor.example/logo.png'])
      await store.logos.sponsorPaths()
      await store.logos.image('none')
      await store.logos.tidy()
    },
    'the progress of an import': async () => {
      const held = await heldOf(store, 1)
      await store.tournaments.setImport(1, { ...held.state.tournament.import, athletes: nextNumber() })
    },
    'a tournament that the source no longer has': () => store.tournaments.archive(nextTournament(), clock.now()),
    'shown estimates': async () => {
      const matchId = 8 + (nextNumber() % 4)
      const at = clock.now()
      await store.shownEstimates.record(1, [
        { matchId, day: '2026-11-21', shownAt: at, publishedAt: at, estimatedAt: at, early: at, late: at },
      ])
      await store.shownEstimates.quality(1, '2100-01-01')
    },
  }
}

const heldOf = async (store: Store, id: number): Promise<Held> => {
  const held = await store.projection.load(id)
  if (!held) throw new Error(`there is no tournament ${id}`)
  return held
}

const whole = { language: 'en' as const, verdict: 'whole' as const, problems: [] }

const readSide = (side: Side, loser = false): ReadSide =>
  side.kind === 'athlete'
    ? { ...side, loser }
    : side.kind === 'bye'
      ? side
      : { kind: 'open', takes: 'winner', fightNumber: null, mat: null }

function boardOf(held: Held, athletes: BoardReading['athletes']): BoardReading {
  const { bjjCompSystemId: tournament, days } = held.state.tournament
  const [day] = days
  return {
    ...whole,
    page: { kind: 'board', tournament, day: day?.bjjCompSystemId ?? '', page: 1 },
    days: days.map((each) => {
      const { bjjCompSystemUrl: _, ...rest } = each
      return rest
    }),
    date: day?.date ?? null,
    mats: [1, 2, 3, 4].map((mat) => ({
      mat,
      complete: true,
      cards: held.listedOnMat(day?.date ?? null, mat).map(({ fightNumber, date, time, round, division, sides }) => ({
        mat,
        fightNumber,
        when: { date, time },
        round,
        division,
        sides: [readSide(sides[0]), readSide(sides[1])],
      })),
    })),
    pages: [1, 2],
    athletes,
    clubs: null,
  }
}

/** The bracket of a division; with `isWon`, the first of four quarter finals is won. */
function bracketOf({ state }: Held, category: number, isWon = true): BracketReading {
  const { bjjCompSystemId, division, age, gender, belt, weight } =
    state.categories.get(category) ?? failWith('category')
  const matches = [...state.matches.values()].filter(({ categoryId }) => categoryId === category)
  return {
    ...whole,
    page: { kind: 'bracket', tournament: state.tournament.bjjCompSystemId, category: bjjCompSystemId },
    division: { division, age, gender, belt, weight },
    treeSize: 8,
    matches: matches.map(({ matchNumber, mat, fightNumber, date, time, sides }) => ({
      matchNumber: matchNumber ?? 0,
      isFinal: matchNumber === 7,
      mat,
      fightNumber,
      when: { date, time },
      sides: [readSide(sides[0]), readSide(sides[1], isWon && matchNumber === 1)],
    })),
    placements: [],
    ranking: matches.slice(0, 4).flatMap(({ sides: [first] }) =>
      first.kind === 'athlete'
        ? [
            {
              name: first.name,
              team: first.team ?? '',
              seed: 1,
              points: [{ column: 'overall', points: 5 }],
              titles: [],
            },
          ]
        : [],
    ),
    swaps: [],
  }
}

const failWith = (what: string): never => {
  throw new Error(`there is no such ${what}`)
}

/** Records a reading of the process that leads the tournaments. */
type RecordReading = (reading: Reading) => Promise<void>

function recorderOf({ store, clock }: Parts): RecordReading {
  let fetchedAt = clock.now()
  return async (reading) => {
    // Two readings a minute apart confirm each other.
    fetchedAt += minute + 1
    const { fence = 0 } = (await store.leases.take(tournamentLease(1), holder, minute)) ?? {}
    const read = { fetchedAt, fence, bytes: 1_000, bodyHash: randomUUID(), body: '<html></html>' }
    const { refused } = await store.recorder.record(reading, read)
    if (refused !== undefined && refused !== 'anomalous')
      throw new Error(`the ${reading.page.kind} was refused: ${refused}`)
    await store.projection.catchUp()
  }
}

const rosterOf = ({ state }: Held) =>
  [...state.athletes.values()].map(({ bjjCompSystemId, name }) => ({ bjjCompSystemId, name, clubId: null }))

function recordPages({ store, nextNumber }: Parts, record: RecordReading): Steps {
  const partOf = ({ state }: Held) => {
    const {
      bjjCompSystemId: tournament,
      days: [day],
    } = state.tournament
    const categories = [...state.categories.values()]
    return { tournament, day, categories, rows: [...state.matches.values()].slice(0, 50) }
  }
  return {
    'a board with an unchanged roster': async () => {
      const held = await heldOf(store, 1)
      await record(boardOf(held, rosterOf(held)))
    },
    'a board with twenty more athletes': async () => {
      const held = await heldOf(store, 1)
      const more = Array.from({ length: 20 }, () => nextNumber()).map((id) => ({
        bjjCompSystemId: String(5_000_000 + id),
        name: `Late ${id}`,
        clubId: null,
      }))
      await record(boardOf(held, [...rosterOf(held), ...more]))
    },
    'the first board of an upcoming tournament, with a new roster': async () => {
      const held = await heldOf(store, 12)
      const roster = rosterOf(held).map((athlete, index) => ({
        ...athlete,
        name: `${athlete.name} ${index % 2 === 0 ? nextNumber() : ''}`,
      }))
      await record(boardOf(held, roster))
    },
    'a bracket with a result': async () => {
      const held = await heldOf(store, 1)
      const undecided = [...held.state.categories.keys()].find((id) =>
        [...held.state.matches.values()].some(
          (match) => match.categoryId === id && match.matchNumber === 1 && match.outcome === null,
        ),
      )
      await record(bracketOf(held, undecided ?? failWith('division')))
    },
    'a bracket that lost a match, and once more a minute later': async () => {
      const held = await heldOf(store, 3)
      const reading = bracketOf(held, [...held.state.categories.keys()][1 + ((2 * nextNumber()) % 4)] ?? 0)
      for (let times = 0; times < 2; times++) await record({ ...reading, matches: reading.matches.slice(0, 1) })
      await record(reading)
    },
    'the divisions of a gender, with another one and without it': async () => {
      const { tournament, categories } = partOf(await heldOf(store, 2))
      const males = categories.filter(({ gender }) => gender === 'Male')
      const added = {
        bjjCompSystemId: '9999',
        division: 'Adult / Male / BLUE / Open Class',
        age: 'Adult',
        gender: 'Male',
        belt: 'BLUE',
        weight: 'Open Class',
      }
      for (const shown of [[...males, added], males])
        await record({ ...whole, page: { kind: 'categories', tournament, gender: 'male' }, categories: shown })
    },
    'the schedule': async () => {
      const { tournament, day, categories } = partOf(await heldOf(store, 2))
      await record({
        ...whole,
        page: { kind: 'schedule', tournament },
        days: [{ bjjCompSystemId: day?.bjjCompSystemId ?? '', weekday: day?.weekday ?? '', startsAt: '10:00' }],
        categories: categories.map(({ bjjCompSystemId, division }) => ({
          bjjCompSystemId,
          division,
          dayId: day?.bjjCompSystemId ?? null,
          weekday: day?.weekday ?? '',
          time: '11:00',
          single: false,
        })),
      })
    },
    'the list of a club': async () => {
      const { tournament, rows } = partOf(await heldOf(store, 1))
      await record({
        ...whole,
        page: { kind: 'club', tournament, club: '7' },
        title: 'Club 7',
        rows: rows.map(({ division, date, time, mat, fightNumber, round, sides }) => ({
          categoryId: null,
          division,
          rawStatus: 'assigned',
          when: { date, time },
          mat,
          fightNumber,
          round,
          sides: [readSide(sides[0]), readSide(sides[1])],
        })),
      })
    },
    'an unusable page': async () => {
      await record({
        ...boardOf(await heldOf(store, 1), null),
        verdict: 'unusable',
        problems: [{ code: 'no-landmark', where: '', detail: '' }],
      })
    },
    'the home page': async () => {
      const { tournaments } = await store.tournaments.listAvailable()
      await record({
        ...whole,
        page: page('home'),
        tournaments: tournaments.map(({ bjjCompSystemId, name }) => ({
          bjjCompSystemId,
          name,
          logoUrl: `/logo-${bjjCompSystemId}`,
          dayId: '1',
        })),
      })
    },
    'the event list': async () => {
      const { tournaments } = await store.tournaments.listAvailable()
      await record({
        ...whole,
        page: { kind: 'events' },
        events: tournaments.map(({ bjjCompSystemId, name, startsOn, endsOn }) => ({
          bjjCompSystemId,
          name,
          logoUrl: null,
          startsOn,
          endsOn,
          city: 'City',
          state: null,
          country: 'Country',
        })),
      })
    },
  }
}

function giveNewIds({ store, nextUser, nextNumber }: Parts, record: RecordReading): Steps {
  /**
   * Records that the first athlete of a division has a new id: in the same match of the bracket, or in the place of the athlete in
   * the next match, who takes this one's.
   */
  const changeId = async (category: number, { id: gone }: Athlete, isSameMatch: boolean): Promise<string> => {
    const held = await heldOf(store, 1)
    const { bjjCompSystemId: oldId } = held.state.athletes.get(gone) ?? failWith('athlete')
    const newId = String(6_000_000 + nextNumber())
    const renamed = rosterOf(held).map((each) =>
      each.bjjCompSystemId === oldId ? { ...each, bjjCompSystemId: newId } : each,
    )
    await record(boardOf(held, renamed))
    const bracket = bracketOf(held, category, false)
    const [first, second, ...matches] = bracket.matches
    if (first?.sides[0].kind !== 'athlete' || !second) return failWith('match')
    const newcomer = { ...first.sides[0], bjjCompSystemId: newId }
    const inMatches = (one: ReadSide, other: ReadSide): BracketReading['matches'] => [
      { ...first, sides: [one, first.sides[1]] },
      { ...second, sides: [other, second.sides[1]] },
    ]
    const changed = isSameMatch ? inMatches(newcomer, second.sides[0]) : inMatches(second.sides[0], newcomer)
    await record({ ...bracket, matches: [...changed, ...matches] })
    return newId
  }
  /** The first athlete of a division in which nothing is decided, and this division. */
  const firstOf = (held: Held, index: number): { category: number; athlete: Athlete } => {
    const category = [...held.state.categories.keys()][index] ?? failWith('division')
    const [first] =
      [...held.state.matches.values()].find((match) => match.categoryId === category && match.matchNumber === 1)
        ?.sides ?? failWith('match')
    const id = first.kind === 'athlete' ? first.bjjCompSystemId : null
    return { category, athlete: held.athleteBySourceId(id ?? '') ?? failWith('athlete') }
  }
  return {
    'a person with a new id in the same match': async () => {
      const { category, athlete } = firstOf(await heldOf(store, 1), 7)
      const [follower, excluding] = [nextUser(), nextUser()]
      await store.follows.follow(follower, athlete.id)
      await store.people.setSame(follower, [athlete.id, 1], false)
      await store.followRules.create(excluding, { team: athlete.team ?? '', aliases: [], tournamentId: 1 })
      await store.follows.unfollow(excluding, athlete.id)
      await changeId(category, athlete, true)
    },
    'a person with a new id in another match, who is offered and accepted': async () => {
      const { category, athlete } = firstOf(await heldOf(store, 1), 5)
      const user = nextUser()
      await store.follows.follow(user, athlete.id)
      const newId = await changeId(category, athlete, false)
      const { id } = (await heldOf(store, 1)).athleteBySourceId(newId) ?? failWith('athlete')
      const answered = await store.people.answer(user, id, 'accepted')
      if (answered !== 'done') throw new Error(`the offer of the new id was answered with ${answered}`)
    },
  }
}

function sendAlerts({ store, sql, nextUser, nextNumber }: Parts): Steps {
  const { push, sessions } = store
  return {
    'the recipients of alerts': async () => {
      let last = 0
      for (let isMore = true; isMore;) {
        const recipients = await push.delivery.recipientsAfter(last, 500)
        last = recipients.at(-1)?.userId ?? 0
        isMore = recipients.length > 0
      }
    },
    'the recipients among changed users': () =>
      push.delivery.recipientsAmong(Array.from({ length: 500 }, (_, index) => 20 * (index + 1))),
    'the delivered state of a tournament': async () => {
      await push.delivery.version(1)
      await push.delivery.delivered(1)
    },
    'a delivery to the followers of ten athletes': async () => {
      const { position } = await heldOf(store, 1)
      await push.delivery.deliver(1, position, ['match 1'], (known) => ({
        delivered: known,
        athleteIds: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
        alertsFor: (followers) =>
          followers.flatMap(({ deviceIds }) =>
            deviceIds.map((deviceId) => ({
              deviceId,
              tag: `match ${nextNumber()}`,
              alert: { about: 'test' },
              urgent: true,
              usefulFor: minute * 60,
            })),
          ),
      }))
    },
    'the queue of alerts': async () => {
      const [first, second, third, ...others] = await push.queue.claim(100)
      if (!first || !second || !third) return
      await push.queue.done(first)
      await push.queue.fail(second)
      await push.queue.retry(third, 1_000)
      for (const alert of others) await push.queue.done(alert)
    },
    'the key of the push services': () => findOrCreatePushKeys(store, pushConfig(undefined)),
    'a device that is gone': () => push.forget(nextUser()),
    // The browser keeps its subscription.
    'a device of an expired session, which is signed in again': async () => {
      const userId = nextUser()
      const [expired] = await sql<{ id: number; endpoint: string }[]>`
        update sessions session set last_used_at = '-infinity' from push_devices device
        where device.session_id = session.id and session.user_id = ${userId} returning session.id, endpoint`
      if (!expired) throw new Error(`user ${userId} has no device`)
      await sessions.sweep()
      const token = await sessions.start({ userId, remember: true, userAgent: null, ip: null })
      const { sessionId = 0 } = (await sessions.verify(token)) ?? {}
      const { endpoint } = expired
      const stored = await push.subscribe({ userId, sessionId }, { endpoint, p256dh: 'key', auth: 'auth' })
      if (stored !== 'stored') throw new Error(`the subscription was answered with ${stored}`)
    },
    'who has claimed matches in conflict': () =>
      push.delivery.claimed(Array.from({ length: 100 }, (_, index) => index + 1)),
    'old devices and delivered states': async () => {
      await push.sweep()
      await push.delivery.sweep()
    },
    'the figures of the queues': () => store.jobs.status(),
    'jobs that have expired': () => store.jobs.sweep(),
  }
}

function sendEmails({ store, nextUser }: Parts): Steps {
  const { recovery, emailLinks, emails, accounts } = store
  const unverified = async (): Promise<number> => {
    const user = nextUser()
    const name = (await accounts.find(user))?.username ?? ''
    await accounts.updateProfile(
      user,
      { username: name, email: `moved-${user}@example.org` },
      { language: 'en', mayEmail: true },
    )
    return user
  }
  return {
    'a forgotten password': async () => {
      const user = nextUser()
      await recovery.requestReset(mailTo(user), 'en')
      await accounts.findByEmail(mailTo(user))
      const token = (await recovery.issueReset(user, mailTo(user))) ?? ''
      await recovery.findByReset(token)
      await recovery.reset(token, '-', 'en')
    },
    'a change of address that is undone': async () => {
      const user = await unverified()
      const sent = await emails.claim(1_000)
      for (const { mail } of sent)
        if (mail.kind === 'email-changed' && mail.to === mailTo(user))
          await recovery.restore((await recovery.issueRestore(mail.restoreId)) ?? '')
    },
    'a link that verifies an address': async () => {
      const user = await unverified()
      await emailLinks.send(user, 'en')
      for (const { mail } of await emails.claim(1_000))
        if (mail.kind === 'email-link' && mail.to === `moved-${user}@example.org`) {
          const token = (await emailLinks.issue(mail.linkId)) ?? ''
          await emailLinks.find(token, user)
          await emailLinks.verify(token, user)
        }
    },
    'a new account that takes an unverified address': async () => {
      const user = await unverified()
      const email = `moved-${user}@example.org`
      const letters = String(user).replaceAll(/./g, (digit) => 'aehkprtxmn'[Number(digit)] ?? '')
      await accounts.register(
        { username: `Newcomer ${letters}`, email, passwordHash: '-' },
        { language: 'en', mayEmail: true },
      )
      for (const { mail } of await emails.claim(1_000))
        if (mail.kind === 'email-link' && mail.isClaim && mail.to === email) {
          const token = (await emailLinks.issue(mail.linkId)) ?? ''
          await emailLinks.find(token, null)
          await accounts.register(
            { username: `Newcomer ${letters}`, email, passwordHash: '-' },
            { language: 'en', token, mayEmail: true },
          )
        }
    },
    'the queue of emails': async () => {
      await emails.queue({ kind: 'failed-logins', to: mailTo(nextUser()), language: 'en' })
      for (const email of await emails.claim(10)) await emails.done(email)
      await emails.putInMailbox({ to: 'a@example.org', language: 'en', subject: 'A subject', text: 'A text' })
      await emails.mailbox()
    },
  }
}

function changeAccounts({ store, nextUser, nextNumber }: Parts): Steps {
  const { rateLimits, sessions, accounts, followRules } = store
  return {
    'a limit that is used up': async () => {
      const allowance = { points: 1, seconds: 3_600 }
      const name = `bench ${nextNumber()}`
      await rateLimits.take(name, allowance)
      await rateLimits.take(name, allowance)
      await rateLimits.count(name, 60)
      await rateLimits.refund(name)
      const attempt = await rateLimits.tryWithDelay(name, { free: 1, seconds: 60 })
      await rateLimits.tryWithDelay(name, { free: 1, seconds: 60 })
      if (typeof attempt !== 'number') await attempt.undo()
      const pace = { every: 1_000, longest: 1_500 }
      for (let times = 0; times < 3; times++) await rateLimits.reserve(`slow ${name}`, pace)
    },
    'a session that ends elsewhere': async () => {
      const user = nextUser()
      const [session] = await sessions.list(user)
      await sessions.isLive(session?.sessionId ?? 0)
      await sessions.endOne(user, session?.sessionId ?? 0)
    },
    'two ids of one person': async () => {
      const [one, other] = [1, 30]
      const user = nextUser()
      await store.follows.follow(user, one)
      for (const isSame of [true, false]) await store.people.setSame(user, [one, other], isSame)
      await store.people.idsOf(user, '700001')
      // There is no such offer, so it may have been accepted before.
      await store.people.answer(user, one, 'accepted')
    },
    'the check of the database': () => store.isReachable(),
    'the administrator': () => accounts.ensureAdministrator('follower-1@example.org', () => Promise.resolve('-')),
    'a rule that moves to one tournament and back': async () => {
      const user = nextUser()
      const rule = await followRules.create(user, { team: 'Club 4', aliases: [], tournamentId: null })
      if (typeof rule !== 'number') throw new Error(rule)
      await followRules.change(user, rule, { tournamentId: 1 })
      await followRules.change(user, rule, { tournamentId: null, included: ['1'] })
      // Reads the follows of the changed user.
      await store.watch.forTournaments([1])
    },
  }
}

/** Searches that the calls of the administrator do not make. */
function searchAsAdministrator({ store: { administration } }: Parts): Steps {
  const page = { limit: 100, offset: 0 }
  const athletes = (search: string) => () => administration.athletes({ search, ...page })
  return {
    'adminUsers without a term': () => administration.users({ search: '', ...page }),
    'adminUsers with a rare term': () => administration.users({ search: 'zq', ...page }),
    'adminLinks without a term': () => administration.links({ search: '', ...page }),
    'adminAthletes without a term': athletes(''),
    'adminAthletes with two letters': athletes('cl'),
    'adminAthletes with words in another order': athletes('club athlete'),
  }
}

/** Everything that the store repeats: within an hour each repetition has its turn. */
function repeat({ store, clock }: Parts): Steps {
  return {
    'the work of ninety minutes': async () => {
      for (let minutes = 0; minutes < 90; minutes++) {
        await clock.advance(minute)
        // Gives the statements of this minute time to end.
        await store.isReachable()
      }
    },
  }
}
