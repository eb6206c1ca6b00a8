// A database of an earlier version: the migrations lose nothing.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fold, nameKey } from '#domain/name.ts'
import { openStore } from '#store'
import { systemClock } from '#platform/clock.ts'
import { createLog } from '#platform/log.ts'
import { type Dump, readDump, restoreDump } from '#support/dumps/restore.ts'
import type { TestDatabase } from '#support/database.ts'
import { connect } from '#support/sql.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'

let dump: Dump
let database: TestDatabase
let api: ApiUnderTest
let visitor: Visitor
beforeAll(async () => {
  dump = await readDump('before-028')
  database = await restoreDump(dump)
  api = await startApi({ databaseUrl: database.url })
  visitor = api.visitor()
  visitor.cookie = dump.visitor.cookie
})
afterAll(async () => {
  await api?.close()
  await database?.close()
})

/** The value in the form of the dump, with lists instead of maps. */
const asDumped = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, each: unknown) => (each instanceof Map ? [...each.values()] : each)))

it('A tournament of the earlier version keeps its state and its position', async () => {
  const known = await api.store.tournaments.state(1)
  const { state, position } = asDumped(known) as Dump['state']
  const { tournament: _, ...rest } = state
  const { tournament: __, ...restBefore } = dump.state.state
  expect(rest).toMatchObject(restBefore)
  // The tournament's day has ended since, which changed its status.
  expect({ ...(state['tournament'] as object), status: '' }).toMatchObject({
    ...(dump.state.state['tournament'] as object),
    status: '',
  })
  expect(position.epoch).toBe(dump.state.position.epoch)
  expect(position.seq).toBeGreaterThanOrEqual(dump.state.position.seq)
})

it('Names that the earlier version stored get the key that searches compare', async () => {
  const names = [
    'Caio D’Angelis',
    "Kaʻiulani O'Neill",
    'Jean-Luc Pedra, Jr.',
    'Ana–Lia Serra (Alpha)',
    '山本 太郎 アルファ・柔術',
    '김 민준',
    'Łucja Ærø',
    'Ana Serra',
    '؟محمد فريد',
  ]
  const sql = connect(database.url)
  try {
    const rows = names.map((name, index) => ({ id: `key-${index}`, name, folded: fold(name) }))
    await sql`
      insert into athletes (tournament_id, bjj_comp_system_id, name, folded, listed)
      select 1, id, name, folded, false
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id text, name text, folded text)`
    await sql.script(await readFile('src/store/migrations/053-name-keys.sql', 'utf8'))
    const stored = await sql<{ name: string; folded: string }[]>`
      select name, folded from athletes where bjj_comp_system_id like 'key-%' order by bjj_comp_system_id`
    expect(stored).toEqual(names.map((name) => ({ name, folded: nameKey(name) })))
  } finally {
    await sql`delete from athletes where bjj_comp_system_id like 'key-%'`
    await sql.end()
  }
})

it('Matches of the earlier version have no history', async () => {
  const held = await api.store.projection.load(1)
  const matches = [...(held?.state.matches.keys() ?? [])]
  expect(matches.length).toBeGreaterThan(0)
  expect(matches.filter((id) => held?.historyOf(id) !== undefined)).toEqual([])
})

it('A user of the earlier version is still signed in, and can sign in with the same password', async () => {
  expect(await visitor.call('user')).toMatchObject({ id: dump.visitor.id, email: dump.visitor.email })
  const again = await api
    .visitor()
    .request('login', { body: { username: dump.visitor.email, password: dump.visitor.password, rememberMe: false } })
  expect(again.status).toBe(200)
})

it('A user of the earlier version has the same follows, notes, devices and share link', async () => {
  const { athletes } = await visitor.call('followedAthletes')
  expect(new Set(athletes.map(({ name }) => name))).toEqual(new Set(['Marina Pedra Azul', 'Lia Serra']))
  const marina = athletes.find(({ name }) => name === 'Marina Pedra Azul')
  const { data: profile } = await visitor.call('orderOfFights', { id: marina?.id ?? 0 })
  expect(profile).toMatchObject({ notes: 'Watch the left sleeve — “again”.', tags: ['team', 'São Paulo'] })
  expect((await api.sql`select 1 from push_devices where user_id = ${dump.visitor.id}`).length).toBe(1)
  const linkId = dump.visitor.shareUrl.split('/').at(-1) ?? ''
  expect(await api.visitor().call('sharedRollCall', { linkId })).toMatchObject({ title: 'Camp Łódź' })
})

it('A version that is started on the database of a later one logs the migrations that it does not have, and starts', async () => {
  let logged = ''
  const log = createLog('info', { write: (line) => void (logged += line) })
  const open = async (): Promise<void> =>
    (await openStore({ databaseUrl: database.url, clock: systemClock, log })).close()
  await open()
  expect(logged).not.toContain('newer version')
  await api.sql`insert into schema_migrations (name) values ('999-later.sql')`
  await open()
  expect(JSON.parse(logged.split('\n').find((line) => line.includes('newer version')) ?? '{}')).toMatchObject({
    level: 40,
    migrations: ['999-later.sql'],
  })
})

it('A database from before migration 027 is not changed, and the error names the version to start first', async () => {
  const migrations = dump.migrations.slice(0, -1)
  await using old = await restoreDump({ ...dump, migrations, tables: {} })
  await expect(openStore({ databaseUrl: old.url, clock: systemClock })).rejects.toThrow(
    'which has 027-one-word-for-a-round.sql, then this version',
  )
  const sql = connect(old.url)
  const applied = await sql<{ name: string }[]>`select name from schema_migrations order by name`
  await sql.end()
  expect(applied.map(({ name }) => name)).toEqual(migrations)
})
