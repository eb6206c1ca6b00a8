// Who sits through the storms on a stage: users who added the tournament and follow some of its athletes, each with a
// client, and one who only writes.
import type { Random } from '../../../simulator/tournament/random.ts'
import { Visitor } from '#support/visitor.ts'
import { type ChangeLogReplay, replayChangeLog } from './item-history.ts'
import { retry } from './retry.ts'
import type { Cluster } from './cluster.ts'
import { Viewer } from './viewer.ts'
import { type Writer, openWriter } from './writer.ts'

export type ChaosClients = {
  cluster: Cluster
  tournamentId: number
  viewers: Viewer[]
  /** One more client, which loads everything and then forgets where it was: what the checker must find. */
  openForgetfulClient(): Viewer
  writer: Writer
  /** What was true when. */
  changeLog: ChangeLogReplay
  close(): void
}

const clientCount = 20
const followsPerClient = 8

/** A request on a wire that fell silent would wait as long as this process keeps it: each takes a new one. */
const newConnection = { headers: { connection: 'close' } }

export async function openClients(stage: Cluster, random: Random): Promise<ChaosClients> {
  const [writer, forgetful, ...others] = await Promise.all(
    Array.from({ length: clientCount + 2 }, () => retry(() => new Visitor(stage.url).signUp())),
  )
  if (!writer || !forgetful) throw new Error('nobody came')
  const add = (visitor: Visitor) =>
    retry(() => visitor.call('addTournaments', { body: { tournaments: [{ value: '3105' }] }, ...newConnection }))
  await retry(() => writer.call('availableTournaments', newConnection))
  const added = await add(writer)
  const tournamentId = added.tournaments[0]?.id ?? 0
  await retry(async () => {
    const { tournament } = await writer.call('tournament', { id: tournamentId, ...newConnection })
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
        await retry(() => visitor.call('follow', { id: next, ...newConnection }))
      }
    }
    await Promise.all([follow(), follow(), follow(), follow()])
  }
  const choices = others.map(() => random.shuffle(athleteIds).slice(0, followsPerClient))
  // One of them must be among those who fight in the dark.
  const forgetfulChoice = random.shuffle(athleteIds).slice(0, athleteIds.length / 2)
  await Promise.all([
    begin(forgetful, forgetfulChoice),
    ...others.map((visitor, number) => begin(visitor, choices[number] ?? [])),
  ])
  const view = ({ cookie = '' }: Visitor, url: string, resumes: boolean): Viewer =>
    new Viewer({ url, cookie, tournamentId, resumes, random: Math.random })
  // Without anybody who looks, the source would be read so seldom that little could be missed.
  const viewers = others.map((visitor, number) => view(visitor, number === 0 ? stage.firstProcessUrl : stage.url, true))
  return {
    cluster: stage,
    tournamentId,
    viewers,
    openForgetfulClient: () => view(forgetful, stage.url, false),
    writer: openWriter(writer, athleteIds),
    changeLog: replayChangeLog(tournamentId, [...new Set([...choices, forgetfulChoice].flat())]),
    close() {
      for (const viewer of viewers) viewer.close()
      // Without end no silent wire would go: those that nobody uses any more are kept for other requests by this process.
      for (const wire of stage.clientProxy.connections()) wire.cut()
    },
  }
}
