// Restores a dump of an earlier version: the schema of migration 027 (docs/decisions/034), with rows that this earlier version
// wrote.
import { readFile } from 'node:fs/promises'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { connect } from '#support/sql.ts'

export type Dump = {
  /** The migrations that the version had applied, in order. */
  migrations: string[]
  tables: Record<string, { [column: string]: unknown }[]>
  /** A signed-in user who follows two athletes and has notes on one, a share link and a device with alerts. */
  visitor: { id: number; email: string; password: string; cookie: string; shareUrl: string }
  /** The tournament as that version had it. */
  state: { state: { [entity: string]: unknown }; position: { epoch: string; seq: number } }
}

const schema = new URL('../../../src/store/migrations/027-baseline.sql', import.meta.url)

/** Reads a dump of this folder, by its file's name without the extension. */
export const readDump = async (name: string): Promise<Dump> =>
  JSON.parse(await readFile(new URL(`${name}.json`, import.meta.url), 'utf8')) as Dump

/** The tables whose times are facts of a tournament and stay as they are. */
const tournamentTables =
  /^(?:tournament|categories|athletes|entries|fights|match_histories|change_log|pages|listed_tournaments)/

/** Opens a database with these rows. The times of user data are shifted to now, so that nothing has expired since the dump. */
export async function restoreDump({ migrations: names, tables }: Dump): Promise<TestDatabase> {
  const database = await openTestDatabase()
  const sql = connect(database.url)
  await sql.script(`
    drop schema public cascade;
    create schema public;
    create table schema_migrations (name text primary key, applied_at timestamptz not null default now())`)
  await sql.script(await readFile(schema, 'utf8'))
  for (const name of names) await sql`insert into schema_migrations (name) values (${name})`
  const columns = await sql<{ table: string; column: string; is_time: boolean; is_identity: boolean }[]>`
    select table_name as table, column_name as column, data_type = 'timestamp with time zone' as is_time,
      is_identity = 'YES' as is_identity
    from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER'`
  await sql.begin(async (tx) => {
    // Without triggers, so that rows with foreign keys load in any order.
    await tx`set local session_replication_role = replica`
    for (const [table, rows] of Object.entries(tables)) {
      const own = columns.filter((each) => each.table === table)
      const list = own.map(({ column }) => `"${column}"`).join(', ')
      const text = JSON.stringify(rows).replaceAll("'", "''")
      await tx.script(`
        insert into ${table} (${list}) overriding system value
        select ${list} from jsonb_populate_recordset(null::${table}, '${text}')`)
      if (own.some((each) => each.is_identity))
        await tx`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${tx(table)}))`
    }
    await tx`select setval('pages_rev', (select max(rev) from pages))`
    const [dumped] = await tx<{ age: string }[]>`select (now() - max(at))::text as age from change_log`
    for (const { table, column } of columns.filter(
      (each) => each.is_time && each.table in tables && !tournamentTables.test(each.table),
    ))
      await tx`update ${tx(table)} set ${tx(column)} = ${tx(column)} + ${dumped?.age ?? '0'}::interval`
  })
  await sql.end()
  return database
}
