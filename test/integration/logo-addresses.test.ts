// Logo addresses of an older version after the migration (decision D41).
import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { openTestDatabase } from '#support/database.ts'
import { openStore } from '#store'
import { connect } from '#support/sql.ts'

const folder = new URL('../../src/store/migrations/', import.meta.url)
const stored = [
  ['1', 'http://127.0.0.1:4001/Championship/Logo/1?v=2', '/Championship/Logo/1?v=2'],
  ['2', 'https://www.bjjcompsystem.com/Championship/Logo/2', '/Championship/Logo/2'],
  ['3', 'https://source.example/Championship/Logo/3', '/Championship/Logo/3'],
  ['4', 'https://www.ibjjfdb.com/Championship/Logo/4', 'https://www.ibjjfdb.com/Championship/Logo/4'],
  ['5', 'http://plain.example.org/5.png', null],
  ['6', null, null],
] as const

it('[D41] logo addresses become paths on the source’s origins, stay the same on https, and are read again otherwise', async () => {
  await using database = await openTestDatabase()
  const sql = connect(database.url)
  await sql`drop schema public cascade`
  await sql`create schema public`
  await sql`create table schema_migrations (name text primary key, applied_at timestamptz not null default now())`
  for (const name of (await readdir(folder)).filter((file) => file < '025').sort()) {
    await sql.script(await readFile(new URL(name, folder), 'utf8'))
    await sql`insert into schema_migrations (name) values (${name})`
  }
  for (const [id, logo] of stored)
    await sql`insert into listed_tournaments (bjj_comp_system_id, name, logo_url, available, seen_at) values (${id}, ${id}, ${logo}, true, now())`
  await sql`
    insert into tournaments (bjj_comp_system_id, name, brackets_url, logo_url, import, epoch)
    values ('3', '3', 'https://source.example/tournaments/3/categories', 'https://source.example/Championship/Logo/3', '{}', 'e')`
  await sql`insert into pages (key, kind, page, body_hash) values ('home', 'home', '{"kind":"home"}', 'same as before')`

  const store = await openStore({ databaseUrl: database.url, clock: systemClock })
  const rows = await sql<{ id: string; address: string | null }[]>`
    select bjj_comp_system_id as id, logo_address as address from listed_tournaments order by 1`
  expect(rows.map(({ id, address }) => [id, address])).toEqual(stored.map(([id, , address]) => [id, address]))
  expect(await sql`select logo_url from tournaments`).toEqual([{ logo_url: null }])
  expect(await sql`select body_hash from pages`).toEqual([{ body_hash: null }])
  expect((await store.tournaments.listAvailable()).tournaments.map(({ logoUrl }) => logoUrl)).toEqual(
    stored.map(() => null),
  )
  await store.close()
  await sql.end()
})
