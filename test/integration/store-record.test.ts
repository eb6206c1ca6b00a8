// The recorder on a real PostgreSQL: each reading is one transaction, with consecutive numbers in the change log.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyChange, type LoggedChange } from '#domain/tournament-state.ts'
import { systemClock } from '#platform/clock.ts'
import { halls } from '#simulator/index.ts'
import { openStore, type Store, tournamentLease } from '#store'
import { openTestDatabase } from '../support/database.ts'
import {
  athlete,
  board,
  bracket,
  card,
  categories,
  events,
  fight,
  home,
  light,
  list,
  openClass,
  row,
  tournamentId,
} from '../support/readings.ts'
import { simulateEvent, type PageReading } from '../support/simulated-event.ts'
import { connect } from '../support/sql.ts'
import { record, stateOf, withTournament } from '../support/stored-tournament.ts'
import { withoutHiddenFacts, comparableState } from '../support/comparable-state.ts'

const second = 1_000
const minute = 60 * second

const semis = [
  fight(1, { mat: 1, fight: 5, at: '10:00' }, [athlete(11), athlete(12)]),
  fight(2, { mat: 2, fight: 6, at: '10:07' }, [athlete(13), athlete(14)]),
]
const start = Date.parse('2026-11-21T15:00:00Z')

describe('Recording a whole event', () => {
  const event = simulateEvent({
    mats: 5,
    oddities: 1,
    hall: halls.observed,
    categories: [
      { age: 'Adult', gender: 'Male', belt: 'BLUE', weight: 'Light', athletes: 9 },
      { age: 'Adult', gender: 'Male', belt: 'BLUE', weight: 'Feather', athletes: 3 },
      { age: 'Master 1', gender: 'Female', belt: 'WHITE', weight: 'Middle', athletes: 5 },
      { age: 'Adult', gender: 'Male', belt: 'BLUE', weight: 'Open Class', athletes: 6, appearsAt: '09:50' },
    ],
  })
  const moments = [-600, 4, 20, 41, 75, 200]
    .map((minutes) => event.opensAt + minutes * minute)
    .map((at) => ({ at, readings: event.readAll(at) }))

  /** Records as ingest does, which reads an anomalous page again every minute until it is recorded. */
  async function readPage(store: Store, { reading, bodyHash }: PageReading, at: number): Promise<LoggedChange[]> {
    for (let again = 0; again < 12; again++) {
      const { changes, refused } = await store.recorder.record(reading, {
        fetchedAt: at + again * minute,
        bytes: 1,
        bodyHash,
      })
      if (refused !== 'anomalous') return changes
    }
    throw new Error('A page was not recorded after 12 readings.')
  }

  it('gives the same state in any order of readings, and numbers its changes without gaps', async () => {
    const atOnce = await withTournament(async (stored) => {
      const last = moments.at(-1) as (typeof moments)[number]
      for (const page of last.readings) await readPage(stored.store, page, last.at)
      return comparableState(await stateOf(stored))
    }, event.id)
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(
          ...moments.map(({ readings }, index) =>
            fc.shuffledSubarray(readings, { minLength: index === moments.length - 1 ? readings.length : 0 }),
          ),
        ),
        async (reads) => {
          await withTournament(async (stored) => {
            const copy = await stateOf(stored)
            const changes: LoggedChange[] = []
            for (const [index, pages] of reads.entries()) {
              // Two at a time, like concurrent requests.
              const at = (moments[index] as (typeof moments)[number]).at
              for (let pair = 0; pair < pages.length; pair += 2)
                changes.push(
                  ...(
                    await Promise.all(
                      pages.slice(pair, pair + 2).map((page, order) => readPage(stored.store, page, at + pair + order)),
                    )
                  ).flat(),
                )
            }
            const state = await stateOf(stored)
            expect(withoutHiddenFacts(comparableState(state), atOnce)).toEqual(atOnce)
            const log = await stored.sql<
              { seq: string; payload: LoggedChange['change'] }[]
            >`select seq, payload from change_log where tournament_id = ${stored.id} order by seq`
            expect(log.map((each) => Number(each.seq))).toEqual(log.map((_, index) => index + 1))
            expect(changes.map((change) => change.seq).sort((a, b) => a - b)).toEqual(
              log.map((each) => Number(each.seq)),
            )
            for (const { payload } of log) applyChange(copy, payload)
            expect(comparableState(copy)).toEqual(comparableState(state))
          }, event.id)
        },
      ),
      { numRuns: 4 },
    )
  })

  it("stores the event's true results", async () => {
    await withTournament(async (stored) => {
      for (const { at, readings } of moments) for (const page of readings) await readPage(stored.store, page, at)
      const state = await stateOf(stored)
      const truth = event.truth((moments.at(-1) as (typeof moments)[number]).at)
      const winners = (
        await stored.sql<{ category: string; number: number; winner: string | null }[]>`
        select category.bjj_comp_system_id as category, fight.match_number as number, fight.sides -> (fight.outcome ->> 'winner')::integer ->> 'bjjCompSystemId' as winner
        from fights fight join categories category on category.id = fight.category_id where fight.outcome ->> 'kind' = 'won'`
      ).map(({ category, number, winner }) => `${category}/${number}: ${winner}`)
      expect(winners.sort()).toEqual(
        truth.matches
          .filter((match) => match.ending === 'won')
          .map((match) => `${match.categoryId}/${match.match}: ${match.winnerId}`)
          .sort(),
      )
      expect(state.athletes.size).toBe(truth.athletes)
      const [counted] = await stored.sql<
        { entries: number; seeded: number }[]
      >`select count(*)::integer as entries, count(seed)::integer as seeded from entries`
      expect(counted).toEqual({ entries: 23, seeded: 23 })
    }, event.id)
  })
})

describe('Recording an unchanged page', () => {
  it('writes only the age of the page', async () => {
    await withTournament(async (stored) => {
      const page = board([card({ mat: 1, fight: 5, at: '10:00' }, [athlete(11), athlete(12)])])
      expect((await record(stored.store, page, start, { bodyHash: 'one' })).changes).not.toEqual([])
      const before = await stored.sql`select *, xmin from fights`
      expect(await record(stored.store, page, start + minute, { bodyHash: 'one' })).toEqual({ changes: [] })
      // The same content in another body.
      expect(await record(stored.store, page, start + 2 * minute)).toEqual({ changes: [] })
      expect(await stored.sql`select *, xmin from fights`).toEqual(before)
      const [listedPage] = await stored.store.pages.list(stored.id)
      expect(listedPage).toMatchObject({ fetchedAt: start + 2 * minute, changedAt: start })
    })
  })

  it('takes effect when another page has changed the match in between', async () => {
    await withTournament(async (stored) => {
      const page = board([card({ mat: 1, fight: 5, at: '10:20' }, [athlete(11), athlete(12)])])
      await record(stored.store, page, start, { bodyHash: 'one' })
      await record(stored.store, bracket(semis), start + minute)
      expect([...(await stateOf(stored)).matches.values()].find((match) => match.matchNumber === 1)?.time).toBe('10:00')
      await record(stored.store, page, start + 2 * minute, { bodyHash: 'one' })
      expect([...(await stateOf(stored)).matches.values()].find((match) => match.matchNumber === 1)?.time).toBe('10:20')
    })
  })
})

describe('The recorder', () => {
  it('refuses an older fetch of a page', async () => {
    await withTournament(async ({ store }) => {
      await record(store, bracket(semis), start)
      expect(await record(store, bracket([]), start - 1)).toEqual({ changes: [], refused: 'older' })
    })
  })

  it('refuses a page of a tournament that nobody added', async () => {
    await withTournament(async ({ store }) => {
      expect(
        await record(store, { ...bracket(semis), page: { kind: 'bracket', tournament: '999', category: '1' } }, start),
      ).toEqual({ changes: [], refused: 'unknown' })
    })
  })

  it("refuses a leader that was suspended during a change of leader, even before the new leader's first write", async () => {
    await withTournament(async ({ store, id }) => {
      const oldLease = await store.leases.take(tournamentLease(id), 'first', 50)
      await record(store, bracket(semis), start, { fence: oldLease?.fence as number })
      const newLease = await until(() => store.leases.take(tournamentLease(id), 'second', 60_000))
      expect(newLease.fence).toBe((oldLease?.fence as number) + 1)
      expect(
        await record(store, bracket(semis.slice(0, 1)), start + minute, { fence: oldLease?.fence as number }),
      ).toEqual({ changes: [], refused: 'fence' })
      expect(
        await store.tournaments.setImport(
          id,
          {
            state: 'done',
            step: 'finalizing',
            usable: true,
            days: { done: 1, total: 1 },
            athletes: 4,
            categories: { done: 1, total: 1 },
          },
          oldLease?.fence,
        ),
      ).toBe(false)
      expect(await store.leases.renew(tournamentLease(id), 'first', oldLease?.fence as number, 60_000)).toBe(false)
      expect((await record(store, bracket(semis), start + minute, { fence: newLease.fence })).refused).toBeUndefined()
    })
  })

  it('refuses an empty board until three readings over ten minutes confirm it', async () => {
    await withTournament(async (stored) => {
      const cards = Array.from({ length: 40 }, (_, index) =>
        card({ mat: (index % 4) + 1, fight: index + 1, at: '10:00' }, [athlete(100 + index), athlete(200 + index)]),
      )
      await record(stored.store, board(cards), start)
      const answers = []
      for (const minutes of [1, 5, 10.9, 11.1])
        answers.push((await record(stored.store, board([]), start + minutes * minute)).refused)
      expect(answers).toEqual(['anomalous', 'anomalous', 'anomalous', undefined])
      const matches = [...(await stateOf(stored)).matches.values()]
      expect(matches).toHaveLength(40)
      expect(matches.every((match) => match.board === 'left' && match.outcome === null)).toBe(true)
    })
  })

  it('refuses a bracket that lost a result until it is confirmed after half a minute, and records a corrected result at once', async () => {
    await withTournament(async (stored) => {
      const won = (loser: 0 | 1) =>
        bracket([
          fight(1, { mat: 1, fight: 5, at: '10:00' }, [
            athlete(11, { loser: loser === 0 }),
            athlete(12, { loser: loser === 1 }),
          ]),
        ])
      const outcome = async () => [...(await stateOf(stored)).matches.values()][0]?.outcome
      await record(stored.store, won(1), start)
      expect((await record(stored.store, won(0), start + second)).changes).toHaveLength(1)
      expect(await outcome()).toEqual({ kind: 'won', winner: 1 })
      const undone = bracket(semis.slice(0, 1))
      expect((await record(stored.store, undone, start + minute)).refused).toBe('anomalous')
      expect(await outcome()).toEqual({ kind: 'won', winner: 1 })
      expect((await record(stored.store, undone, start + minute + 31 * second)).refused).toBeUndefined()
      expect(await outcome()).toBeNull()
    })
  })
})

it('The recorder stores the bodies of the last fifty unusable pages', async () => {
  await withTournament(async (stored) => {
    await record(stored.store, bracket(semis), start)
    const before = comparableState(await stateOf(stored))
    const broken = {
      ...bracket([]),
      verdict: 'unusable' as const,
      problems: [{ code: 'no-landmark', where: '', detail: 'login page' }],
    }
    for (let index = 0; index < 53; index++)
      expect(
        await stored.store.recorder.record(broken, {
          fetchedAt: start + index,
          bytes: 1,
          bodyHash: '',
          body: `<html>${index}</html>`,
        }),
      ).toEqual({ changes: [], quarantined: true })
    const bodies = await stored.sql<{ body: Buffer }[]>`select body from page_bodies order by id`
    expect(bodies).toHaveLength(50)
    const { gunzipSync } = await import('node:zlib')
    expect(gunzipSync(bodies[0]?.body as Buffer).toString()).toBe('<html>3</html>')
    expect(comparableState(await stateOf(stored))).toEqual(before)
    expect(await stored.store.pages.list(stored.id)).toMatchObject([{ state: 'quarantined', fetchedAt: start }])
  })
})

describe('An update of a bracket', () => {
  it('keeps the athlete through a new name, team and category, with one change each', async () => {
    await withTournament(async (stored) => {
      await record(stored.store, categories([light, openClass]), start)
      await record(stored.store, bracket(semis), start)
      const before = [...(await stateOf(stored)).athletes.values()].find((each) => each.bjjCompSystemId === '11')
      const renamed = await record(
        stored.store,
        bracket([
          {
            ...(semis[0] as (typeof semis)[0]),
            sides: [athlete(11, { name: 'New Name', team: 'New Team' }), athlete(12)],
          },
          semis[1] as (typeof semis)[0],
        ]),
        start + minute,
      )
      expect(renamed.changes.filter(({ change }) => change.entity === 'athlete')).toMatchObject([
        { change: { id: before?.id, value: { name: 'New Name', team: 'New Team' } } },
      ])
      await record(
        stored.store,
        bracket([
          { ...(semis[0] as (typeof semis)[0]), sides: [athlete(15), athlete(12)] },
          semis[1] as (typeof semis)[0],
        ]),
        start + 2 * minute,
      )
      const moved = await record(
        stored.store,
        bracket([fight(1, null, [athlete(11, { name: 'New Name', team: 'New Team' }), athlete(16)])], {
          category: openClass,
        }),
        start + 3 * minute,
      )
      expect(moved.changes.filter(({ change }) => change.id === before?.id)).toMatchObject([
        { change: { value: { division: openClass.division, listed: true } } },
      ])
    })
  })

  it('swaps the places of two fights in one reading', async () => {
    await withTournament(async (stored) => {
      await record(stored.store, bracket(semis), start)
      const [one, two] = semis as [(typeof semis)[0], (typeof semis)[0]]
      expect(
        (
          await record(
            stored.store,
            bracket([
              { ...two, matchNumber: 1 },
              { ...one, matchNumber: 2 },
            ]),
            start + minute,
          )
        ).refused,
      ).toBeUndefined()
      expect(
        [...(await stateOf(stored)).matches.values()].map((match) => [match.matchNumber, match.fightNumber]),
      ).toEqual([
        [1, 6],
        [2, 5],
      ])
    })
  })
})

describe('A tournament', () => {
  it('gets its zone from a later event list, and its matches get their instants', async () => {
    await using own = await openTestDatabase()
    const store = await openStore({ databaseUrl: own.url, clock: systemClock })
    await store.recorder.record(home([{ id: tournamentId, name: 'An Open of Nowhere' }]), {
      fetchedAt: 1,
      bytes: 1,
      bodyHash: 'h',
    })
    const { ids } = await store.tournaments.add([tournamentId])
    const id = ids[0] as number
    await record(store, bracket(semis), start)
    const first = async () => [...((await store.tournaments.state(id))?.state.matches.values() ?? [])][0]?.scheduledAt
    expect(await first()).toBeNull()
    const recorded = await store.recorder.record(
      events([{ bjjCompSystemId: tournamentId, city: 'Lisboa', state: null, country: 'Portugal' }]),
      { fetchedAt: 2, bytes: 1, bodyHash: 'e' },
    )
    expect(recorded.changes.map(({ change }) => change.entity)).toEqual(['tournament', 'category', 'match', 'match'])
    expect(await first()).toBe('2026-11-21T10:00:00.000Z')
    await store.tournaments.setZone(id, 'Asia/Tokyo')
    expect(await first()).toBe('2026-11-21T01:00:00.000Z')
    await store.recorder.record(
      events([
        { bjjCompSystemId: tournamentId, city: 'Lisboa', state: null, country: 'Portugal', endsOn: '2026-11-22' },
      ]),
      { fetchedAt: 3, bytes: 1, bodyHash: 'e2' },
    )
    expect((await store.tournaments.state(id))?.state.tournament).toMatchObject({
      timezone: 'Asia/Tokyo',
      dateRange: 'Nov 21 - Nov 22, 2026',
    })
    await expect(store.tournaments.setZone(id, 'Nowhere')).rejects.toThrow(RangeError)
    await store.close()
  })

  it('gets its new name from the next reading of an unchanged home page, if the first one failed to update it', async () => {
    await using own = await openTestDatabase()
    const store = await openStore({ databaseUrl: own.url, clock: systemClock })
    const sql = connect(own.url)
    const read = { fetchedAt: 1, bytes: 1, bodyHash: 'h' }
    await store.recorder.record(home([{ id: tournamentId, name: 'An Open' }]), read)
    await store.tournaments.add([tournamentId])
    await sql`alter table tournaments add constraint no_update check (name = 'An Open')`
    const renamed = home([{ id: tournamentId, name: 'A Renamed Open' }])
    const recordAt = (fetchedAt: number) => store.recorder.record(renamed, { fetchedAt, bytes: 1, bodyHash: 'h2' })
    await expect(recordAt(2)).rejects.toThrow('no_update')
    await sql`alter table tournaments drop constraint no_update`
    expect((await recordAt(3)).changes).toMatchObject([{ change: { value: { name: 'A Renamed Open' } } }])
    expect((await recordAt(4)).changes).toEqual([])
    await sql.end()
    await store.close()
  })

  it('gets new links when the source has moved to another address', async () => {
    await using database = await openTestDatabase()
    const openAt = (sourceUrl: string) => openStore({ databaseUrl: database.url, clock: systemClock, sourceUrl })
    const [before, after] = ['http://127.0.0.1:4001', 'http://127.0.0.1:4002']
    const store = await openAt(before)
    await store.recorder.record(home([{ id: '1' }]), { fetchedAt: start, bytes: 1, bodyHash: 'home' })
    const { ids } = await store.tournaments.add(['1'])
    await store.close()
    const movedStore = await openAt(after)
    const found = await movedStore.tournaments.state(ids[0] ?? 0)
    expect(found?.state.tournament.bracketsUrl).toBe(`${after}/tournaments/1/categories`)
    await movedStore.close()
  })

  it('is listed by its dates, after the upcoming ones if it has ended', async () => {
    await withTournament(async ({ store }) => {
      const days = { past: '2020-05-02', longPast: '2020-02-01', next: '2090-01-01', later: '2090-06-01' }
      const ids = { past: '1', longPast: '2', next: '3', later: '4' }
      const names = ['past', 'later', 'longPast', 'next'] as const
      const read = { bytes: 1, bodyHash: 'several' }
      await store.recorder.record(home([{ id: tournamentId }, ...names.map((name) => ({ id: ids[name] }))]), {
        ...read,
        fetchedAt: start,
      })
      const listed = names.map((name) => ({ bjjCompSystemId: ids[name], startsOn: days[name], endsOn: days[name] }))
      await store.recorder.record(events([{ bjjCompSystemId: tournamentId }, ...listed]), {
        ...read,
        fetchedAt: start + 1,
      })
      const { tournaments } = await store.tournaments.listAvailable()
      const order = tournaments.map((each) => each.bjjCompSystemId).filter((id) => id !== tournamentId)
      expect(order).toEqual([ids.next, ids.later, ids.past, ids.longPast])
    })
  })

  it('can be added when the home page lists it, is stored once for all users, and is refused when unknown', async () => {
    await withTournament(async ({ store, id }) => {
      expect(await store.tournaments.add([tournamentId])).toEqual({ ids: [id], unknown: [] })
      expect(await store.tournaments.add([tournamentId, '4711'])).toEqual({ ids: [], unknown: ['4711'] })
      await store.recorder.record(home([{ id: '4712' }]), { fetchedAt: start, bytes: 1, bodyHash: 'other' })
      const { tournaments } = await store.tournaments.listAvailable()
      // A list without any of the known tournaments is recorded only when a second reading confirms it.
      expect(tournaments.map((each) => each.bjjCompSystemId)).toEqual([tournamentId])
    })
  })
})

it('The views show each fight from the side of both athletes, and a follow with its figures', async () => {
  await withTournament(async ({ store, sql, id }) => {
    await record(store, categories([light]), start)
    await record(
      store,
      bracket([
        fight(1, { mat: 1, fight: 5, at: '10:00' }, [
          athlete(11),
          athlete(12, { loser: true, disqualification: 'no-show' }),
        ]),
        semis[1] as never,
        fight(
          3,
          { mat: 1, fight: 9, at: '11:00' },
          [athlete(11), { kind: 'open', takes: 'winner', fightNumber: 6, mat: 2 }],
          { isFinal: true },
        ),
      ]),
      start,
    )
    await record(
      store,
      list(13, [row('assigned', { mat: 2, fight: 6, at: '10:07' }, [athlete(13), athlete(14)])]),
      start,
    )
    // The views use the database's clock, so the fights are moved to today.
    await sql`update fights set scheduled_at = scheduled_at + (now() - ${new Date(start).toISOString()}::timestamptz)`
    const seen = await sql`
      select athlete.name, match.opponent, match.result, match.method, match.status, match.is_upcoming, match.winner, match.mat, match.fight_number
      from matches match join athletes athlete on athlete.id = match.athlete_id order by match.match_id, athlete.name`
    expect(seen).toMatchObject([
      {
        name: 'Athlete 11',
        opponent: 'Athlete 12',
        result: 'win',
        method: 'disqualification: no-show',
        status: 'finished',
        is_upcoming: false,
        winner: 'Athlete 11',
      },
      { name: 'Athlete 12', opponent: 'Athlete 11', result: 'loss', status: 'finished' },
      {
        name: 'Athlete 13',
        opponent: 'Athlete 14',
        result: null,
        status: 'assigned',
        is_upcoming: true,
        mat: 2,
        fight_number: 6,
      },
      { name: 'Athlete 14', opponent: 'Athlete 13', status: 'assigned' },
      { name: 'Athlete 11', opponent: null, result: null, status: 'scheduled', is_upcoming: true },
    ])
    const account = await store.accounts.register({ username: 'fan', email: 'fan@example.org', passwordHash: 'x' })
    const userId = typeof account === 'string' ? 0 : account.id
    await store.follows.addTournaments(userId, [id])
    const [followed] = await sql<{ id: number }[]>`select id from athletes where bjj_comp_system_id = '11'`
    await store.follows.follow(userId, followed?.id as number)
    const [figures] = await sql`select * from followed_athlete_data`
    expect(figures).toMatchObject({
      name: 'Athlete 11',
      weight_class: 'Light',
      total_matches: 2,
      completed_matches: 1,
      wins: 1,
      losses: 0,
      draws: 0,
      win_rate: 1,
      average_match_duration: null,
      submission_rate: null,
      current_status: 'scheduled',
      bracket_position: 11,
      notes: '',
      notifications_enabled: true,
    })
    expect(await sql`select name, current_status, total_matches from athlete_records order by name`).toMatchObject([
      { name: 'Athlete 11', current_status: 'scheduled', total_matches: 2 },
      { name: 'Athlete 12', current_status: 'finished', total_matches: 1 },
      { name: 'Athlete 13', current_status: 'assigned' },
      { name: 'Athlete 14' },
    ])
  })
})

/** Repeats the attempt until it has a value; the test's timeout ends it. */
async function until<Value>(attempt: () => Promise<Value | null>): Promise<Value> {
  for (;;) {
    const value = await attempt()
    if (value !== null) return value
  }
}
