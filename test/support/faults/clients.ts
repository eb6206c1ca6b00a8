// The clients of a chaos run: users who added the tournament and follow some of its athletes, each with a recording client,
// and one user who only writes.
import type { Random } from '../../../simulator/tournament/random.ts'
import { Visitor } from '#support/visitor.ts'
import { recordQueuedAlerts } from './alert-history.ts'
import type { ChaosTarget, Cluster } from './cluster.ts'
import { type ChangeLogReplay, replayChangeLog } from './item-history.ts'
import { retry, until } from './retry.ts'
import { Viewer } from './viewer.ts'
import { openWriter, type Writer } from './writer.ts'

export type ChaosClients<Target extends ChaosTarget = Cluster> = {
  cluster: Target
  tournamentId: number
  viewers: Viewer[]
  /** Opens one more client, which does not resume from its position. The checker must find what it missed. */
  openNonResumingClient(): Viewer
  writer: Writer
  changeLog: ChangeLogReplay
  close(): void
}

const clientCount = 20
const followsPerClient = 8
/** The first client follows this share of all athletes, so that some of its alerts are about fights at the same time. */
const powerUserShare = 1 / 2

/** Opens a new connection for each request, because a request on a silenced connection would never be answered. */
const newConnection = { headers: { connection: 'close' } }

/** Signs up all users, imports the tournament, makes the viewers follow athletes, and opens the viewers' clients. */
export async function openClients<Target extends ChaosTarget>(
  cluster: Target,
  random: Random,
): Promise<ChaosClients<Target>> {
  const [writer, nonResuming, ...others] = await Promise.all(
    Array.from({ length: clientCount + 2 }, () => retry(() => new Visitor(cluster.url).signUp())),
  )
  if (!writer || !nonResuming) throw new Error('nobody signed up')
  const add = (visitor: Visitor) =>
    retry(() => visitor.call('addTournaments', { body: { tournaments: [{ value: '3105' }] }, ...newConnection }))
  // The first half of the viewers have alerts on.
  const subscribers = others.slice(0, others.length / 2)
  await Promise.all(
    subscribers.map((visitor) => {
      const body = cluster.pushService.subscribe()
      return retry(() => visitor.call('subscribe', { body, ...newConnection }))
    }),
  )
  await cluster.query(recordQueuedAlerts)
  await retry(() => writer.call('availableTournaments', newConnection))
  const added = await add(writer)
  const tournamentId = added.tournaments[0]?.id ?? 0
  await retry(async () => {
    const { tournament } = await writer.call('tournament', { id: tournamentId, ...newConnection })
    if (tournament.import.state !== 'done') throw new Error('the import is not done')
  })
  const rows = await cluster.query(
    (sql) => sql<{ id: number }[]>`select id from athletes where tournament_id = ${tournamentId} order by id`,
  )
  const athleteIds = rows.map(({ id }) => id)
  const followAll = async (visitor: Visitor, ids: readonly number[]): Promise<void> => {
    await add(visitor)
    // One after another: concurrent follows of one user only wait for each other, on a busy machine longer than a request may take.
    for (const id of ids) await retry(() => visitor.call('follow', { id, ...newConnection }))
    // A follow reaches the other process within about a second; a client that connects there before would not get its messages.
    for (const url of cluster.processUrls()) {
      const elsewhere = new Visitor(url)
      elsewhere.cookie = visitor.cookie
      await until(async () => (await elsewhere.call('followedAthletes', newConnection)).athletes.length === ids.length)
    }
  }
  const choices = others.map((_, number) =>
    random.shuffle(athleteIds).slice(0, number === 0 ? athleteIds.length * powerUserShare : followsPerClient),
  )
  // Half of all athletes, so that some of them fight during the blackout.
  const nonResumingChoice = random.shuffle(athleteIds).slice(0, athleteIds.length / 2)
  await Promise.all([
    followAll(nonResuming, nonResumingChoice),
    ...others.map((visitor, number) => followAll(visitor, choices[number] ?? [])),
  ])
  const openViewer = ({ cookie = '' }: Visitor, url: string, resumes: boolean, isCompact: boolean): Viewer =>
    new Viewer({ url, cookie, tournamentId, resumes, isCompact, random: Math.random })
  // The first client connects without the proxy and so remains connected during a blackout: without a viewer, ingest would read the
  // source too rarely for other clients to miss anything.
  const viewers = others.map((visitor, number) =>
    openViewer(visitor, number === 0 ? cluster.firstProcessUrl : cluster.url, true, number % 2 === 1),
  )
  return {
    cluster,
    tournamentId,
    viewers,
    openNonResumingClient: () => openViewer(nonResuming, cluster.url, false, false),
    writer: openWriter(writer, athleteIds),
    changeLog: replayChangeLog(tournamentId, [...new Set([...choices, nonResumingChoice].flat())]),
    close() {
      for (const viewer of viewers) viewer.close()
      // A silenced connection never ends by itself, and fetch would reuse it for other requests of this process.
      for (const connection of cluster.clientProxy.connections()) connection.cut()
    },
  }
}
