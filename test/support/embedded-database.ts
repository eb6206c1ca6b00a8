// The embedded database of a running RollCall, for tests that change rows directly.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect, type Sql } from '#support/sql.ts'

/** Connects to the database in a data directory; `end` the connection before RollCall stops. */
export function openEmbeddedDatabase(dataDir: string): Sql {
  const password = readFileSync(join(dataDir, 'postgres/password'), 'utf8')
  const [, , , port] = readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')
  return connect(`postgres://rollcall:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`)
}
