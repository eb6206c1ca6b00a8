// Backup and restore through the operator's command (reliability.md R-17).
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { startDatabaseServer } from '#platform/database-server.ts'
import { findOrCreateSecretKey, keyFileName } from '#platform/secret-key.ts'
import { openStore, type Store } from '#store'
import { backupCommand, folderOfEachTest } from '#support/backup-command.ts'
import { openFixtureEvent } from '#support/fixture-event.ts'
import { followerOf, LiveClient, signUp, startLive } from '#support/live.ts'

const inFolder = folderOfEachTest()

/** Runs an action with a store on a data directory and the key of its key file. */
async function withStore<Result>(dataDir: string, act: (store: Store) => Promise<Result>): Promise<Result> {
  await using server = await startDatabaseServer({ dataDir })
  const secretKey = findOrCreateSecretKey({ secretKey: undefined, dataDir })
  const store = await openStore({ databaseUrl: server.url, clock: systemClock, secretKey })
  try {
    await store.projection.ready()
    return await act(store)
  } finally {
    await store.close()
  }
}

it('[R-17] A restored database has the tournament and follows of the backup, but no queued email, and a client of the old database reloads once', async () => {
  const before = await withStore(inFolder('data'), async (store) => {
    const event = await openFixtureEvent(store, { bjjCompSystemId: '3105', mats: 1 })
    const user = await followerOf(store, event.tournamentId, event.athleteIds.slice(0, 3))
    await event.finishNextFight(1, 0)
    await store.emails.queue({ kind: 'password-changed', to: 'ana@example.org', username: 'Ana', language: 'en' })
    return { event, user, position: event.held().position, state: event.held().state }
  })
  expect(backupCommand('backup', inFolder('kept'), { DATA_DIR: inFolder('data') }).output).toBe(
    `${inFolder('data')} is backed up in ${inFolder('kept')}\n`,
  )
  const filesOfProcesses = ['rollcall.lock', 'postgres/log']
  expect(filesOfProcesses.filter((file) => existsSync(join(inFolder('kept'), file)))).toEqual([])
  await withStore(inFolder('data'), async (store) =>
    store.follows.unfollow(before.user.id, before.event.athleteIds[0] ?? 0),
  )
  rmSync(inFolder('data'), { recursive: true })

  expect(backupCommand('restore', inFolder('kept'), { DATA_DIR: inFolder('data') }).output).toBe(
    `${inFolder('data')} is restored from ${inFolder('kept')}\n`,
  )
  await withStore(inFolder('data'), async (store) => {
    const held = store.projection.get(before.event.tournamentId)
    expect(held?.state).toEqual(before.state)
    expect(held?.position.seq).toBe(before.position.seq)
    expect(held?.position.epoch).not.toBe(before.position.epoch)
    expect((await store.follows.watchedBy(before.user.id)).follows).toHaveLength(3)
    expect(await store.emails.claim(10)).toEqual([])

    const live = await startLive(store)
    const client = await LiveClient.open(live.url, { cookie: before.user.cookie })
    const tournament = String(before.event.tournamentId)
    const confirmed = await client.subscribe({ [tournament]: before.position })
    expect(confirmed).toMatchObject({ recovered: { [tournament]: false } })
    const again = await client.subscribe({ [tournament]: held?.position ?? before.position })
    expect(again).toMatchObject({ recovered: { [tournament]: true } })
    client.terminate()
    await live.close()
  })
}, 180_000)

it('[R-17] A backup overwrites nothing, and is refused while RollCall runs', async () => {
  await using _server = await startDatabaseServer({ dataDir: inFolder('data') })
  const running = backupCommand('backup', inFolder('kept'), { DATA_DIR: inFolder('data') })
  expect(running).toMatchObject({ status: 1, output: expect.stringContaining('already runs') as string })
  expect(existsSync(inFolder('kept'))).toBe(false)
  expect(backupCommand('backup', inFolder('kept'), { DATA_DIR: inFolder('nothing') }).output).toContain(
    'There is no database in',
  )
  expect(backupCommand('restore', inFolder('kept'), { DATA_DIR: inFolder('data') }).output).toContain(
    'There is no copy of a database in',
  )
  expect(backupCommand('backup', inFolder(), { DATA_DIR: inFolder('data') }).output).toContain('exists already')
}, 60_000)

it('[R-17] A backup contains the key file, so that a restored share link is shown to its owner again', async () => {
  const { user, linkId } = await withStore(inFolder('data'), async (store) => {
    const user = await signUp(store)
    return { user, linkId: (await store.shareLinks.generate(user.id)).linkId }
  })
  expect(backupCommand('backup', inFolder('kept'), { DATA_DIR: inFolder('data') }).status).toBe(0)
  expect(statSync(join(inFolder('kept'), keyFileName)).mode & 0o777).toBe(0o600)
  rmSync(inFolder('data'), { recursive: true })

  expect(backupCommand('restore', inFolder('kept'), { DATA_DIR: inFolder('data') }).status).toBe(0)
  expect(statSync(join(inFolder('data'), keyFileName)).mode & 0o777).toBe(0o600)
  await withStore(inFolder('data'), async (store) =>
    expect(await store.shareLinks.current(user.id)).toMatchObject({ linkId }),
  )
}, 180_000)

it('[R-17] A restore is refused over another key file, with an embedded database and with the operator’s own', () => {
  for (const [name, text] of [
    ['data', 'one'],
    ['kept', 'another'],
  ] as const) {
    mkdirSync(inFolder(name))
    writeFileSync(join(inFolder(name), keyFileName), text)
  }
  mkdirSync(join(inFolder('kept'), 'postgres/data'), { recursive: true })
  writeFileSync(join(inFolder('kept'), 'rollcall.dump'), '')
  for (const env of [{}, { DATABASE_URL: 'postgres://rollcall@127.0.0.1:1/rollcall' }]) {
    const { status, output } = backupCommand('restore', inFolder('kept'), { DATA_DIR: inFolder('data'), ...env })
    expect([status, output]).toEqual([1, `There is another secret.key in ${inFolder('data')}: move it away first.\n`])
  }
  expect(readFileSync(join(inFolder('data'), keyFileName), 'utf8')).toBe('one')
  expect(existsSync(join(inFolder('data'), 'postgres'))).toBe(false)
})
