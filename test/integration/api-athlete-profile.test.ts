import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notesLimits, notesTexts } from '#contract/athlete-notes.ts'
import { athleteTexts } from '#contract/athletes.ts'
import { errors } from '#contract/errors.ts'
import { answerReadRequests, division, recordTournament, type RecordedTournament, venue } from '#support/recorded.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'

let api: ApiUnderTest
let tournaments = 3_800
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

type Fixture = { recorded: RecordedTournament; visitor: Visitor; id: number }

/** Records a tournament, and signs up a user who follows '700137' in it. */
async function openFixture(): Promise<Fixture> {
  const recorded = await recordTournament(api.store, String(++tournaments))
  const { id } = recorded.athlete('700137')
  return { recorded, visitor: await signUpFollower(recorded), id }
}

async function signUpFollower(recorded: RecordedTournament): Promise<Visitor> {
  const visitor = await api.visitor().signUp()
  await visitor.call('addTournaments', { body: { tournaments: [{ value: recorded.bjjCompSystemId }] } })
  await visitor.call('follow', { id: recorded.athlete('700137').id })
  return visitor
}

describe('The profile of a followed athlete', () => {
  it('contains the tournament, the time of the follow and the links to the brackets of its categories', async () => {
    const { recorded, visitor, id } = await openFixture()
    const { data } = await visitor.call('orderOfFights', { id })
    expect(data.tournament).toMatchObject({
      id: recorded.id,
      name: `Porto Alvo Open ${recorded.bjjCompSystemId}`,
      bjjCompSystemId: recorded.bjjCompSystemId,
      timezone: venue.timezone,
      archived: false,
    })
    expect(data.athlete).toMatchObject({ bjjCompSystemId: '700137', belt: 'PURPLE', listed: true })
    expect(data.athlete.category_bracket_urls[division]).toMatch(/^\/tournaments\/\d+\/categories\/9001$/)
    const [card] = (await visitor.call('followedAthletes')).athletes
    expect(data.followedAt).toBe(card?.followedAt)
    expect(data.matches.map((row) => [row.competitor_1, row.competitor_2])).toEqual([
      ['Marina Pedra Azul', 'Lia Serra'],
    ])
  })

  it('counts from zero, and has zero or null for what the source does not publish (D19)', async () => {
    const { recorded, visitor, id } = await openFixture()
    const before = (await visitor.call('orderOfFights', { id })).data
    expect(before.statistics).toEqual({
      totalMatches: 1,
      completedMatches: 0,
      wins: 0,
      losses: 0,
      draws: 0,
      submissions: 0,
      points: 0,
      advantages: 0,
      averageMatchDuration: null,
      submissionRate: null,
      winRate: null,
      nextMatchTime: before.matches[0]?.item.scheduledDateTime,
      currentStatus: 'scheduled',
      bracketPosition: 1,
    })
    await recorded.finishSemiFinal()
    await recorded.finishFinal()
    const { statistics } = (await visitor.call('orderOfFights', { id })).data
    expect(statistics).toMatchObject({
      totalMatches: 2,
      completedMatches: 2,
      wins: 2,
      losses: 0,
      winRate: 1,
      nextMatchTime: null,
      currentStatus: 'finished',
    })
  })

  it('has the same statistics as the view of records that the specification defines', async () => {
    const { recorded, id } = await openFixture()
    const figures = async () => {
      const visitor = await signUpFollower(recorded)
      const { statistics } = (await visitor.call('orderOfFights', { id })).data
      const [row] = await api.sql`
        select total_matches, completed_matches, wins, losses, draws, submissions, points, advantages,
          average_match_duration, submission_rate, win_rate, next_match_time, current_status, bracket_position
        from followed_athlete_data where athlete_id = ${id} limit 1`
      const columns = Object.fromEntries(
        Object.entries(row ?? {}).map(([name, value]) => [
          name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
          value instanceof Date ? value.toISOString() : (value as unknown),
        ]),
      )
      return { statistics, columns }
    }
    for (const advance of [async () => {}, recorded.finishSemiFinal, recorded.finishFinal]) {
      await advance()
      const { statistics, columns } = await figures()
      expect(columns).toEqual(statistics)
    }
    const [row] = await api.sql`select scraped_data from followed_athlete_data where athlete_id = ${id} limit 1`
    expect(row?.scraped_data).toMatchObject({
      categories: [division],
      bracket_results: [{ category: division, placements: [{ place: 1, name: 'Marina Pedra Azul' }, {}, {}, {}] }],
    })
  })

  it('answers 404 to a user who does not follow the athlete', async () => {
    const { recorded, id } = await openFixture()
    const other = await api.visitor().signUp()
    await other.call('addTournaments', { body: { tournaments: [{ value: recorded.bjjCompSystemId }] } })
    const { status, error } = await other.request('orderOfFights', { id })
    const missing = await other.request('orderOfFights', { id: 2_000_000_000 })
    expect([status, missing.status]).toEqual([404, 404])
    expect({ ...error, requestId: '' }).toEqual({ ...missing.error, requestId: '' })
  })

  it('is refreshed by a call that reports an unreadable source as a result, not as an error (D35)', async () => {
    const { visitor, id } = await openFixture()
    const stop = await answerReadRequests(api.store, false)
    const answer = await visitor.call('refreshOrderOfFights', { id })
    stop()
    expect(answer).toEqual({
      success: false,
      message: answer.error,
      error: expect.stringContaining('could not be read'),
    })
  })
})

it('A profile in a tournament that the source no longer lists stays available, and a refresh reports at once that the tournament is archived (D25)', async () => {
  const { recorded, visitor, id } = await openFixture()
  await api.sql`update tournaments set archived_at = now() where id = ${recorded.id}`
  await using other = await startApi({ databaseUrl: api.databaseUrl })
  const again = other.visitor()
  again.cookie = visitor.cookie
  expect((await again.call('orderOfFights', { id })).data.tournament.archived).toBe(true)
  const startedAt = performance.now()
  const { success, error } = await again.call('refreshOrderOfFights', { id })
  expect([success, error]).toEqual([false, athleteTexts.archived])
  // A refresh that waits for the source ends after ten seconds.
  expect(performance.now() - startedAt).toBeLessThan(8_000)
})

describe('Private notes and tags (D33)', () => {
  const written = { notes: 'Likes the left side.\nCall her coach.', tags: ['guard', 'team captain'] }

  it('are stored for their owner, and appear in no other answer', async () => {
    const { recorded, visitor, id } = await openFixture()
    expect((await visitor.call('orderOfFights', { id })).data).toMatchObject({ notes: '', tags: [] })
    expect(await visitor.call('athleteNotes', { id, body: written })).toEqual({ success: true, ...written })
    expect((await visitor.call('orderOfFights', { id })).data).toMatchObject(written)

    const other = await signUpFollower(recorded)
    expect((await other.call('orderOfFights', { id })).data).toMatchObject({ notes: '', tags: [] })
    const answers = await Promise.all([
      visitor.request('followedAthletes'),
      visitor.request('upcomingMatches'),
      visitor.request('completedMatches'),
      visitor.request('follow', { id }),
      visitor.request('searchAthletes', { id: recorded.id, query: { search: 'marina' } }),
      visitor.request('tournaments'),
    ])
    for (const { text } of answers) expect(text).not.toMatch(/left side|team captain/)
  })

  it('are trimmed, and tags that differ in letter case only are stored once', async () => {
    const { visitor, id } = await openFixture()
    const body = { notes: '  a\r\nb\u0000 \n', tags: [' Guard ', 'guard', 'pass\u0000ing', 'GUARD'] }
    expect(await visitor.call('athleteNotes', { id, body })).toEqual({
      success: true,
      notes: 'a\nb',
      tags: ['Guard', 'passing'],
    })
  })

  it('are empty again after they are deleted', async () => {
    const { visitor, id } = await openFixture()
    await visitor.call('athleteNotes', { id, body: written })
    await visitor.call('athleteNotes', { id, body: { notes: '', tags: [] } })
    expect((await visitor.call('orderOfFights', { id })).data).toMatchObject({ notes: '', tags: [] })
  })

  it('are not overwritten by a client that has not seen the latest change', async () => {
    const { visitor, id } = await openFixture()
    const none = { notes: '', tags: [] }
    const first = { notes: 'From the phone.', tags: ['phone'] }
    const second = { notes: 'From the laptop.', tags: [] }
    const stored = async () => (await visitor.call('orderOfFights', { id })).data
    await visitor.call('athleteNotes', { id, body: { ...first, was: none } })
    const { status, error } = await visitor.request('athleteNotes', { id, body: { ...second, was: none } })
    expect([status, error.code, error.error]).toEqual([409, 'changed', errors.changed[1]])
    expect(await stored()).toMatchObject(first)
    // A change of tags alone also counts, a repeated save is one change, and a save without a base version replaces the text.
    expect(
      (await visitor.request('athleteNotes', { id, body: { ...second, was: { ...first, tags: [] } } })).status,
    ).toBe(409)
    for (let sent = 0; sent < 2; sent++) await visitor.call('athleteNotes', { id, body: { ...second, was: first } })
    expect(await stored()).toMatchObject(second)
    await visitor.call('athleteNotes', { id, body: first })
    expect(await stored()).toMatchObject(first)
    // For an athlete who is not followed there is no stored version to compare with.
    await visitor.call('unfollow', { id })
    expect((await visitor.request('athleteNotes', { id, body: { ...second, was: none } })).status).toBe(404)
  })

  it('survive an unfollow and a removed tournament, and remain private', async () => {
    const { recorded, visitor, id } = await openFixture()
    await visitor.call('athleteNotes', { id, body: written })
    await visitor.call('unfollow', { id })
    expect((await visitor.request('orderOfFights', { id })).status).toBe(404)
    expect((await visitor.request('athleteNotes', { id, body: { notes: 'not followed', tags: [] } })).status).toBe(404)
    const other = await signUpFollower(recorded)
    expect((await other.call('orderOfFights', { id })).data).toMatchObject({ notes: '', tags: [] })
    await visitor.call('follow', { id })
    expect((await visitor.call('orderOfFights', { id })).data).toMatchObject(written)

    await visitor.call('removeTournament', { id: recorded.id })
    await visitor.call('addTournaments', { body: { tournaments: [{ value: recorded.bjjCompSystemId }] } })
    await visitor.call('follow', { id })
    expect((await visitor.call('orderOfFights', { id })).data).toMatchObject(written)

    // Notes that were deleted before the unfollow are not restored.
    await visitor.call('athleteNotes', { id, body: { notes: '', tags: [] } })
    await visitor.call('unfollow', { id })
    await visitor.call('follow', { id })
    expect((await visitor.call('orderOfFights', { id })).data).toMatchObject({ notes: '', tags: [] })
  })

  it.each([
    ['notes of 2,001 characters', { notes: 'x'.repeat(notesLimits.notes + 1), tags: [] }, notesTexts.notesLong],
    ['a tag of 31 characters', { notes: '', tags: ['x'.repeat(notesLimits.tag + 1)] }, notesTexts.tagLong],
    ['eleven tags', { notes: '', tags: Array.from({ length: 11 }, (_, at) => `tag ${at}`) }, notesTexts.tagsMany],
    ['a tag of blanks', { notes: '', tags: ['  '] }, notesTexts.tagEmpty],
  ])('are refused with one sentence for %s', async (_, body, sentence) => {
    const { visitor, id } = await openFixture()
    const { status, error } = await visitor.request('athleteNotes', { id, body })
    expect([status, error.error]).toEqual([400, sentence])
  })

  it('are stored with the maximum number of tags and characters', async () => {
    const { visitor, id } = await openFixture()
    const body = {
      notes: 'ü'.repeat(notesLimits.notes),
      tags: Array.from({ length: notesLimits.tags }, (_, at) => `${at}`.padEnd(notesLimits.tag, 'x')),
    }
    expect(await visitor.call('athleteNotes', { id, body })).toEqual({ success: true, ...body })
  })

  it('[I-01] are refused to a user who does not follow the athlete, as if the athlete did not exist', async () => {
    const { recorded, visitor, id } = await openFixture()
    await visitor.call('athleteNotes', { id, body: written })
    const other = await api.visitor().signUp()
    await other.call('addTournaments', { body: { tournaments: [{ value: recorded.bjjCompSystemId }] } })
    const refused = await other.request('athleteNotes', { id, body: { notes: 'mine now', tags: [] } })
    const missing = await other.request('athleteNotes', { id: 2_000_000_000, body: { notes: 'mine now', tags: [] } })
    expect([refused.status, missing.status]).toEqual([404, 404])
    expect({ ...refused.error, requestId: '' }).toEqual({ ...missing.error, requestId: '' })
    expect((await visitor.call('orderOfFights', { id })).data.notes).toBe(written.notes)
  })
})
