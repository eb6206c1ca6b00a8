// One process is cut off from the database, and nobody is told (reliability R-12): packets are dropped, no connection ends.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MatchesResponse } from '#contract/matches.ts'
import { openStage, type Stage } from '#support/faults/stage.ts'
import { LiveClient } from '#support/live.ts'
import { Visitor } from '#support/visitor.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
}, 300_000)
afterAll(() => stage?.close(), 300_000)

it('a process that is cut off from the database says that what it shows is stale, and goes on where it was when it is back [R-12]', async () => {
  const patience = { timeout: 60_000, interval: 250 }
  const [reader = '', cutOff = ''] = stage.processes()
  const user = await new Visitor(cutOff).signUp()
  await expect.poll(async () => (await user.call('availableTournaments')).status, patience).toBe(200)
  const { tournaments } = await user.ask('addTournaments', { body: { tournaments: [{ value: String(stage.day.id) }] } })
  const tournamentId = tournaments[0]?.id ?? 0
  const isImported = async () => (await user.ask('tournament', { id: tournamentId })).tournament.import.state
  await expect.poll(isImported, patience).toBe('done')
  const athletes = await stage.query(
    (sql) => sql<{ id: number }[]>`select id from athletes where tournament_id = ${tournamentId} order by id limit 40`,
  )
  for (const { id } of athletes) await user.ask('follow', { id })
  const socket = await LiveClient.open(cutOff.replace('http', 'ws'), { cookie: user.cookie ?? '' })
  await socket.subscribe()
  const statesTold = (): string[] =>
    socket.inbox.flatMap((message) => (message.type === 'source_update' ? message.source.state : []))
  const completedAt = async (url: string): Promise<number> => {
    const answer = await fetch(`${url}/api/matches/completed`, { headers: { cookie: user.cookie ?? '' } })
    return answer.ok ? ((await answer.json()) as MatchesResponse).matches.length : -1
  }
  const before = await completedAt(reader)
  stage.day.control.clock({ speed: 20 })

  await stage.partition(1, async () => {
    await expect.poll(() => statesTold().at(-1), patience).toBe('stale')
    // Whoever led before, the other process reads on.
    await expect.poll(() => completedAt(reader), { timeout: 120_000, interval: 250 }).toBeGreaterThan(before)
    const listed = await user.call('upcomingMatches')
    expect(listed.status === 200 ? listed.body.sources[tournamentId]?.state : '503').toMatch(/stale|503/)
  })
  await expect.poll(() => statesTold().at(-1), patience).toBe('ok')
  stage.day.control.clock({ speed: 0 })
  await expect.poll(async () => (await completedAt(cutOff)) - (await completedAt(reader)), patience).toBe(0)
  expect(socket.socket.readyState).toBe(socket.socket.OPEN)
  socket.cut()
}, 400_000)
