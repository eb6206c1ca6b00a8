// The database reports a full disk for each insert and update (reliability.md R-13). tools/disk-full.ts tests with a disk that is
// really full.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ApiUnderTest, startApi } from '#support/server.ts'

let api: ApiUnderTest
/** A second process with an empty session cache. */
let fresh: ApiUnderTest
beforeEach(async () => {
  api = await startApi()
  fresh = await startApi({ databaseUrl: api.databaseUrl })
})
afterEach(async () => {
  await fresh.close()
  await api.close()
})

/** Makes every insert and update fail as on a full disk. */
async function simulateFullDisk(): Promise<void> {
  await api.sql.script(`
    create function no_room() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    do $$ declare each record; begin
      for each in select tablename from pg_tables where schemaname = 'public' loop
        execute format('create trigger no_room before insert or update on %I execute function no_room()', each.tablename);
      end loop;
    end $$`)
}

it('[R-13] Lists are served, writes get a 503, and sessions stay while the disk is full, and writes succeed afterwards', async () => {
  const user = await api.visitor().signUp()
  await api.sql`update sessions set last_used_at = now() - interval '10 minutes'`
  await simulateFullDisk()
  const reader = fresh.visitor()
  reader.cookie = user.cookie
  for (const name of ['user', 'tournaments', 'followedAthletes', 'upcomingMatches', 'ownShare'] as const)
    expect(`${name} ${(await reader.request(name)).status}`).toBe(`${name} 200`)
  const refused = [
    await fresh
      .visitor()
      .request('register', { body: { username: 'Ana', email: 'ana@example.org', password: user.password } }),
    await reader.request('share', { body: {} }),
    await reader.request('changePassword', {
      body: { currentPassword: user.password, newPassword: 'another good secret' },
    }),
  ]
  for (const { status, headers } of refused) {
    expect(status).toBe(503)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  await api.sql.script('set client_min_messages = warning; drop function no_room cascade')
  await reader.call('share', { body: {} })
  expect(
    (
      await fresh
        .visitor()
        .request('login', { body: { username: user.email, password: user.password, rememberMe: false } })
    ).status,
  ).toBe(200)
})
