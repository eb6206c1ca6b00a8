// Checks, without writing, whether RollCall can work on the operator's database.
import { poolerSentence } from '#platform/start-error.ts'
import { connectionsPerProcess } from './database.ts'
import { openPool } from './postgres/pool.ts'

/** The oldest supported version of PostgreSQL, as in `server_version_num`. */
const oldestVersion = 150_000

type Facts = {
  role: string
  database: string
  version: number
  session: number
  has_timeout: boolean
  /** The owner of RollCall's tables; null if there are none. */
  owner: string | null
  has_owner: boolean
  may_create: boolean
  connections: number
}

/** Of the check, ms. A pooler may drop it. */
const statementTimeout = 30_000

/**
 * One sentence for each reason why RollCall cannot work on this database: too old, not owned, no right to create tables, too few
 * connections, a pooler in front of it.
 * @throws the error of a database that cannot be reached or is read-only.
 */
export async function findDatabaseProblems(databaseUrl: string): Promise<string[]> {
  const sql = openPool(databaseUrl, { statementTimeout })
  try {
    // A superuser is exempt from the limits of roles and databases.
    const [facts] = await sql<Facts[]>`
      select current_user::text as role, current_database()::text as database,
        current_setting('server_version_num')::integer as version,
        pg_backend_pid() as session,
        current_setting('statement_timeout')::interval = ${statementTimeout} * interval '1 millisecond' as has_timeout,
        (select pg_get_userbyid(relowner)::text from pg_class where oid = to_regclass('schema_migrations')) as owner,
        coalesce((select pg_has_role(relowner, 'USAGE') from pg_class where oid = to_regclass('schema_migrations')), true)
          as has_owner,
        coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as may_create,
        least(
          current_setting('max_connections')::integer
            - current_setting('superuser_reserved_connections')::integer
            - coalesce(current_setting('reserved_connections', true)::integer, 0),
          (select rolconnlimit from pg_roles where rolname = current_user and rolconnlimit >= 0 and not rolsuper),
          (select datconnlimit from pg_database, pg_roles
            where datname = current_database() and datconnlimit >= 0 and rolname = current_user and not rolsuper)
        ) as connections`
    const problems = facts ? problemsOf(facts) : []
    if (facts && problems.length === 0 && (!facts.has_timeout || facts.session === (await sessionOf(databaseUrl))))
      return [poolerSentence]
    return problems
  } finally {
    await sql.end()
  }
}

/** The process id of another connection's session: that of an open connection only if a pooler gives both the same session. */
async function sessionOf(databaseUrl: string): Promise<number | undefined> {
  const sql = openPool(databaseUrl, { statementTimeout })
  try {
    const [row] = await sql<{ session: number }[]>`select pg_backend_pid() as session`
    return row?.session
  } finally {
    await sql.end()
  }
}

function problemsOf(facts: Facts): string[] {
  const { role, database, version, owner, connections } = facts
  const checks: [boolean, string][] = [
    [version < oldestVersion, 'The database of DATABASE_URL is older than PostgreSQL 15.'],
    [
      !facts.has_owner,
      `The role ${role} of DATABASE_URL does not own RollCall's tables, so it cannot change them: connect as ${owner}, or run GRANT ${owner} TO ${role}.`,
    ],
    [
      facts.has_owner && !facts.may_create,
      `The role ${role} of DATABASE_URL may not create tables: run ALTER DATABASE ${database} OWNER TO ${role}.`,
    ],
    [
      connections < connectionsPerProcess,
      `The role ${role} of DATABASE_URL can have ${connections} connections, and each RollCall process needs up to ${connectionsPerProcess}: raise max_connections, or the limit of the role or the database.`,
    ],
  ]
  return checks.flatMap(([isProblem, sentence]) => (isProblem ? [sentence] : []))
}
