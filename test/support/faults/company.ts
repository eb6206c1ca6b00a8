// Who sits through the storms on a stage: users who added the tournament and follow some of its athletes, each with a
// client, and one who only writes.
import type { Random } from '../../../simulator/tournament/random.ts'
import { Visitor } from '#support/visitor.ts'
import { type Log, openLog } from './history.ts'
import { patiently } from './patience.ts'
import type { Stage } from './stage.ts'
import { Viewer } from './viewer.ts'
import { type Writer, writerAs } from './writer.ts'

export type Company = {
  stage: Stage
  tournamentId: number
  viewers: Viewer[]
  /** One more client, which loads everything and then forgets where it was: what the checker must find. */
  forgetfulOne(): Viewer
  writer: Writer
  /** What was true when. */
  log: Log
  leave(): void
}

const clients = 20
const follows = 8

/** A request on a wire that fell silent would wait as long as this process keeps it: each takes a new one. */
const freshWire = { headers: { connection: 'close' } }

export async function gather(stage: Stage, random: Random): Promise<Company> {
  const [writer, forgetful, ...others] = await Promise.all(
    Array.from({ length: clients + 2 }, () => patiently(() => new Visitor(stage.url).signUp())),
  )
  if (!writer || !forgetful) throw new Error('nobody came')
  const add = (visitor: Visitor) =>
    patiently(() => visitor.call('addTournaments', { body: { tournaments: [{ value: '3105' }] }, ...freshWire }))
  await patiently(() => writer.call('availableTournaments', freshWire))
  const added = await add(writer)
  const tournamentId = added.tournaments[0]?.id ?? 0
  await patiently(async () => {
    const { tournament } = await writer.call('tournament', { id: tournamentId, ...freshWire })
    if (tournament.import.state !== 'done') throw new Error('the import is not over')
  })
  const rows = await stage.query(
    (sql) => sql<{ id: number }[]>`select id from athletes where tournament_id = ${tournamentId} order by id`,
  )
  const athleteIds = rows.map(({ id }) => id)
  const begin = async (visitor: Visitor, ids: readonly number[]): Promise<void> => {
    await add(visitor)
    const left = [...ids]
    const follow = async (): Promise<void> => {
      for (let id = left.pop(); id !== undefined; id = left.pop()) {
        const next = id
        await patiently(() => visitor.call('follow', { id: next, ...freshWire }))
      }
    }
    await Promise.all([follow(), follow(), follow(), follow()])
  }
  const choices = others.map(() => random.shuffle(athleteIds).slice(0, follows))
  // One of them must be among those who fight in the dark.
  const forgetfulChoice = random.shuffle(athleteIds).slice(0, athleteIds.length / 2)
  await Promise.all([
    begin(forgetful, forgetfulChoice),
    ...others.map((visitor, number) => begin(visitor, choices[number] ?? [])),
  ])
  const view = ({ cookie = '' }: Visitor, url: string, resumes: boolean): Viewer =>
    new Viewer({ url, cookie, tournamentId, resumes, random: Math.random })
  // Without anybody who looks, the source would be read so seldom that little could be missed.
  const viewers = others.map((visitor, number) => view(visitor, number === 0 ? stage.inside : stage.url, true))
  return {
    stage,
    tournamentId,
    viewers,
    forgetfulOne: () => view(forgetful, stage.url, false),
    writer: writerAs(writer, athleteIds),
    log: openLog(tournamentId, [...new Set([...choices, forgetfulChoice].flat())]),
    leave() {
      for (const viewer of viewers) viewer.leave()
      // Without end no silent wire would go: those that nobody uses any more are kept for other requests by this process.
      for (const wire of stage.front.wires()) wire.cut()
    },
  }
}
