// Measures how fast athletes are found by name or team in a tournament of 100,000, over HTTP and inside the process.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApi, seedUser } from '#api'
import { nameKey } from '#domain/name.ts'
import { systemClock } from '#platform/clock.ts'
import { startDatabaseServer } from '#platform/database-server.ts'
import { createLog } from '#platform/log.ts'
import { createMetrics } from '#platform/metrics.ts'
import { openStore } from '#store'
import { openFixtureEvent } from '#support/fixture-event.ts'
import { print, quantile } from './figure.ts'
import { connect } from '#support/sql.ts'

const athletes = 100_000
/** A user may search at most 60 times a minute. */
const [users, searchesEach] = [8, 59]

const given = ['Inês', 'João', 'Mário', 'Åsa', 'Lúcia', 'Tomé', 'Bruna', 'Žofia', 'Caio', 'Nuria']
const family = ['Serra', 'Conceição', 'Pedra', 'Łuz', 'Vale', 'Horizonte', 'Ribeira', 'Fonseca', 'Montanha', 'Azul']
const nameOf = (n: number): string =>
  `${given[n % 10]} ${family[Math.floor(n / 10) % 10]} ${family[Math.floor(n / 100) % 10]} ${n.toString(36)}`

const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-bench-'))
await using server = await startDatabaseServer({ dataDir, durable: false })
const log = createLog('warn')
const first = await openStore({ databaseUrl: server.url, clock: systemClock, log })
const { tournamentId } = await openFixtureEvent(first)
await first.close()
const rows = Array.from({ length: athletes }, (_, n) => ({
  id: String(1_000_000 + n),
  name: nameOf(n),
  folded: nameKey(nameOf(n)),
}))
const sql = connect(server.url)
await sql`
  insert into athletes (tournament_id, bjj_comp_system_id, name, folded, team, listed)
  select ${tournamentId}, id, name, folded, 'Mar Alto', true from jsonb_to_recordset(${JSON.stringify(rows)}) as row (id text, name text, folded text)`
await sql.end()

const store = await openStore({ databaseUrl: server.url, clock: systemClock, log })
const cookies: string[] = []
for (let user = 0; user < users; user++) {
  const account = { username: `User ${user}`, email: `user-${user}@example.org`, password: 'a whistle at dawn' }
  const userId = (await seedUser(store, account)) ?? 0
  await store.follows.addTournaments(userId, [tournamentId])
  cookies.push(`sid=${await store.sessions.start({ userId, remember: false, userAgent: null, ip: null })}`)
}
const app = await createApi({
  store,
  config: { publicUrl: undefined, source: undefined, admin: undefined },
  clock: systemClock,
  log,
  metrics: createMetrics(),
  clientFolder: 'none',
})
const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/api/tournaments/${tournamentId}/athletes?search=`
await store.projection.load(tournamentId)

const terms = [
  'conceicao',
  'joão ser',
  'luz 1',
  'ÅSA',
  'montanha azul z',
  'no such athlete',
  'mar alto',
  'caio ped',
  'serra inês',
  'alto nuria azul',
  '2f1',
]
/** The times of all searches, in ms. */
const timesOf = async (search: (term: string, cookie: string) => unknown): Promise<number[]> => {
  const times = []
  for (const cookie of cookies) {
    for (let index = 0; index < searchesEach; index++) {
      const startedAt = performance.now()
      await search(terms[index % terms.length] ?? '', cookie)
      times.push(performance.now() - startedAt)
    }
  }
  return times
}
const report = (name: string, times: number[]): void => {
  print(name, quantile(times, 0.99), 'ms', { most: 20 })
  console.log(`  p50 ${quantile(times, 0.5).toFixed(1)} ms`)
}

const inside = await timesOf((term) => store.projection.searchAthletes(tournamentId, term))
const outside = await timesOf(async (term, cookie) => {
  const response = await fetch(url + encodeURIComponent(term), { headers: { cookie } })
  const { athletes: found } = (await response.json()) as { athletes: unknown[] }
  if (response.status !== 200 || (found.length === 0) !== (term === 'no such athlete'))
    throw new Error(`${term}: ${response.status}, ${found.length} found`)
})
report('athlete search among 100,000, in the process, p99', inside)
report('athlete search among 100,000, over HTTP, p99', outside)

await app.close()
await store.close()
await server.stop()
await rm(dataDir, { recursive: true })
