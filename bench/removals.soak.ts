// node bench/removals.soak.ts [kills]: an administrator removes a tournament of ten thousand athletes while the server is killed,
// at a different moment each time (quality/security.md A-04). Afterwards either the whole tournament must be there, or none of it
// and one row in the audit log. Exits with 1 otherwise.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#platform/clock.ts'
import { startDatabaseServer } from '#platform/database-server.ts'
import { largeEvent, makeLargeEvent, rowsOf, stateOf } from '#support/large-event.ts'
import { removeData, startRollCall } from '#support/rollcall.ts'
import { retry } from './import-day.ts'
import { connect } from '#support/sql.ts'

const [kills = 20] = process.argv.slice(2).map(Number)
const administrator = { email: 'chief@example.org', password: 'the chief of all mats' }

const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-soak-'))
await using database = await startDatabaseServer({ dataDir })
const start = (port: number): ReturnType<typeof startRollCall> =>
  startRollCall({
    // Nothing listens there: no page is read.
    sourceUrl: 'http://127.0.0.1:9',
    dataDir: join(dataDir, 'server'),
    databaseUrl: database.url,
    port,
    env: { ROLES: 'web', ADMIN_EMAIL: administrator.email, ADMIN_PASSWORD: administrator.password },
  })
let rollCall = await start(0)
const { url } = rollCall
const sql = connect(database.url)
await sql`
  insert into users (username, email, password)
  select 'follower ' || n, 'follower-' || n || '@example.org', '-' from generate_series(1, ${largeEvent.followers}::integer) n`
const login = await fetch(`${url}/api/login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ username: administrator.email, password: administrator.password, rememberMe: true }),
})
const cookie = login.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
const remove = (id: number): Promise<number> =>
  fetch(`${url}/api/admin/tournaments/${id}`, { method: 'DELETE', headers: { cookie } }).then(
    ({ status }) => status,
    () => 0,
  )

const failures: string[] = []
let eventCount = 0
const makeEvent = async (): Promise<{ id: number; whole: Record<string, number> }> => {
  const id = await makeLargeEvent(sql, String(8_000 + eventCount++))
  return { id, whole: await rowsOf(sql, id) }
}
// The duration of an undisturbed removal determines the moments of the kills.
let event = await makeEvent()
const startedAt = systemClock.monotonic()
const status = await remove(event.id)
const undisturbedMs = systemClock.monotonic() - startedAt
if (status !== 200 || (await stateOf(sql, event.id, event.whole)) !== 'gone') failures.push(`undisturbed: ${status}`)
event = await makeEvent()
const outcomes = { whole: 0, gone: 0 }
for (let kill = 0; kill < kills; kill++) {
  const removing = remove(event.id)
  await systemClock.sleep((undisturbedMs * (kill + Math.random())) / kills)
  await rollCall.kill()
  const answered = await removing
  // Waits until the database has ended the connections of the killed process, and so its transaction.
  await retry(async () => {
    const [others] = await sql<{ busy: number }[]>`
      select count(*)::integer as busy from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name = 'rollcall'`
    if (others?.busy !== 0) throw new Error('the killed process still has a connection to the database')
  })
  const state = await stateOf(sql, event.id, event.whole)
  if (state === 'whole') outcomes.whole++
  else if (state === 'gone') outcomes.gone++
  else failures.push(`kill ${kill}: ${JSON.stringify(state)}`)
  if (answered === 200 && state !== 'gone') failures.push(`kill ${kill}: acknowledged but not removed`)
  rollCall = await start(Number(new URL(url).port))
  if (state !== 'whole') event = await makeEvent()
}
console.log(
  `A-04: ${kills} kills during the removal of ${largeEvent.athletes} athletes (undisturbed it takes ${undisturbedMs.toFixed(0)} ms): ` +
    `${outcomes.whole} times all of it stayed, ${outcomes.gone} times all of it was removed, ${failures.length} failures`,
)
for (const line of failures.slice(0, 20)) console.log(line)
await rollCall.kill()
await sql.end()
await database.stop()
await removeData(dataDir)
process.exitCode = failures.length === 0 ? 0 : 1
