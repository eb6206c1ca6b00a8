// Measures how long one change that alerts 100,000 devices takes, until the push service has accepted the last alert. One process
// sends; the push service answers each alert after 50 ms.
import { fork } from 'node:child_process'
import { createECDH, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPush, findOrCreatePushKeys } from '#notify'
import { systemClock } from '#platform/clock.ts'
import { startDatabaseServer } from '#platform/database-server.ts'
import { createLog } from '#platform/log.ts'
import { createMetrics } from '#platform/metrics.ts'
import { openStore } from '#store'
import { recordTournament } from '#support/recorded.ts'
import { connect } from '#support/sql.ts'
import { nextMessageOf } from './child-message.ts'
import { machineNow, print } from './figure.ts'
import type { PushServiceReport } from './push-service-process.ts'

const devices = 100_000
const answerAfter = 50

const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-bench-'))
await using server = await startDatabaseServer({ dataDir })
const child = fork(new URL('./push-service-process.ts', import.meta.url), [String(answerAfter), String(devices)])
const listening = await nextMessageOf<PushServiceReport>(child, 'the push service')
if (listening.kind !== 'listening') throw new Error('the push service did not start')
const { origin } = listening

const store = await openStore({ databaseUrl: server.url, clock: systemClock })
const sql = connect(server.url)
const recorded = await recordTournament(store, '3105', 120)
await addFollowers(recorded.athlete('700137').id)

const config = {
  keys: undefined,
  subject: 'mailto:push@rollcall.example',
  services: { hosts: [], localOrigin: origin },
}
const metrics = createMetrics()
const push = createPush({
  store,
  config,
  keys: await findOrCreatePushKeys(store, config),
  origin: 'https://rollcall.example',
  clock: systemClock,
  log: createLog('warn'),
  metrics,
})
await push.check()
const queuedBefore = await queued()
if (queuedBefore > 0) throw new Error(`${queuedBefore} alerts were queued before the change`)

const arrived = nextMessageOf<PushServiceReport>(child, 'the push service')
await recorded.move(60)
const changedAt = machineNow()
const cpuBefore = process.cpuUsage()
await push.check()
const queuedAt = machineNow()
const received = await arrived
if (received.kind !== 'received') throw new Error('the push service did not receive the alerts')
const cpu = process.cpuUsage(cpuBefore)
// The outcomes of the last alerts are still being recorded.
while ((await queued()) > 0) await systemClock.sleep(100)
const duplicates = received.requests - received.devices

print(
  '[R-24] time until the last of 100,000 alerts of one change is accepted',
  (received.lastAt - changedAt) / 1_000,
  's',
  {
    most: 120,
  },
)
print('[R-24] alerts of 100,000 that were sent twice', duplicates, '', { most: 0 })
print('[R-24] alerts of 100,000 that were lost', devices - received.devices, '', { most: 0 })
console.log(
  `  queued in ${((queuedAt - changedAt) / 1_000).toFixed(1)} s, the first one accepted after ${((received.firstAt - changedAt) / 1_000).toFixed(1)} s; ` +
    `${((cpu.user + cpu.system) / 1_000 / devices).toFixed(2)} ms of CPU an alert in the sending process; ${received.connections} connections`,
)

await push.stop()
child.disconnect()
await sql.end()
await store.close()
await server.stop()
await rm(dataDir, { recursive: true })

async function queued(): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::integer as count from jobs`
  return row?.count ?? 0
}

/** Adds users who have one device each and follow the athlete. */
async function addFollowers(athleteId: number): Promise<void> {
  // The cost of an encryption does not depend on the key.
  const p256dh = createECDH('prime256v1').generateKeys('base64url')
  const auth = randomBytes(16).toString('base64url')
  await sql`
    insert into users (id, username, email, password)
    select 100 + n, 'Follower ' || n, 'follower-' || n || '@example.org', '' from generate_series(1, ${devices}::integer) n`
  await sql`
    insert into sessions (id, token_hash, user_id, remember) overriding system value
    select 100 + n, sha256(n::text::bytea), 100 + n, true from generate_series(1, ${devices}::integer) n`
  await sql`
    insert into push_devices (user_id, session_id, endpoint, endpoint_hash, p256dh, auth, language)
    select 100 + n, 100 + n, ${origin} || '/push/' || n, sha256(('endpoint ' || n)::bytea), ${p256dh}, ${auth}, 'en'
    from generate_series(1, ${devices}::integer) n`
  await sql`
    insert into user_followed_athletes (user_id, athlete_id)
    select 100 + n, ${athleteId} from generate_series(1, ${devices}::integer) n`
  await sql.script('analyze')
}
