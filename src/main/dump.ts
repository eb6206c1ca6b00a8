// Dumps and restores the operator's own PostgreSQL with its client programs. Includes RollCall's schema only, because a role
// without special rights can restore neither the extensions nor the schemas of other programs (docs/decisions/054).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Config } from '#platform/config.ts'
import { clientEnvironment } from '#platform/database-url.ts'
import { explainDatabaseError, StartError } from '#platform/start-error.ts'
import { findSchemas } from '#store'

type Programs = Config['backupPrograms']

/** The only extension that RollCall uses; a role may create it without special rights. */
const ownExtension = 'pg_trgm'
/** Leaves out owners, grants and comments: another server may not have the roles, or may refuse the comments. */
const portable = ['--no-owner', '--no-privileges', '--no-comments']

/**
 * Dumps RollCall's schema into `file`, and verifies the dump: pg_restore lists it and reads it to its end.
 * @throws StartError if a program fails, is missing or is interrupted.
 */
export async function dumpDatabase(
  databaseUrl: string,
  file: string,
  { dump, restore, path }: Programs,
  interrupted: AbortSignal,
): Promise<void> {
  const { used } = await schemasOf(databaseUrl)
  if (used === null) throw new StartError('There is no RollCall in the database of DATABASE_URL.')
  const run = createRunner(databaseUrl, path, interrupted)
  await run(dump, 'PG_DUMP', [
    '--format=custom',
    ...portable,
    // Inside quotes no character is a wildcard.
    `--schema="${used.replaceAll('"', '""')}"`,
    `--extension=${ownExtension}`,
    `--file=${file}`,
  ])
  requireDumpedSchema(await run(restore, 'PG_RESTORE', ['--list', file]), file)
  await run(restore, 'PG_RESTORE', ['--file=/dev/null', file])
}

/**
 * Restores a dump into an empty database, in one transaction. From an older dump of the whole database, restores RollCall's
 * schema only.
 * @throws StartError if the database contains a RollCall, the dump has none or one of another schema than the role's, or pg_restore
 * fails, is missing or is interrupted.
 */
export async function restoreDatabase(
  databaseUrl: string,
  file: string,
  { restore, path }: Programs,
  interrupted: AbortSignal,
): Promise<void> {
  const { current, used } = await schemasOf(databaseUrl)
  if (used !== null) throw new StartError('The database of DATABASE_URL is in use by a RollCall: name an empty one.')
  const run = createRunner(databaseUrl, path, interrupted)
  const list = await run(restore, 'PG_RESTORE', ['--list', file])
  const schema = requireDumpedSchema(list, file)
  if (current !== schema)
    throw new StartError(
      `The backup has its tables in the schema ${schema}, and the role of DATABASE_URL works in ${current ?? 'none'}: create the schema ${schema}, and set the role's search_path to it.`,
    )
  // A file, because the list is too long for a command line, and pipes cannot be named on every system.
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-restore-'))
  try {
    writeFileSync(join(folder, 'list'), selectOwnEntries(list, schema))
    await run(restore, 'PG_RESTORE', [
      ...portable,
      '--exit-on-error',
      '--single-transaction',
      `--use-list=${join(folder, 'list')}`,
      `--dbname=${clientEnvironment(databaseUrl)['PGDATABASE'] ?? ''}`,
      file,
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function schemasOf(databaseUrl: string): ReturnType<typeof findSchemas> {
  return findSchemas(databaseUrl).catch((error: unknown) => {
    throw explainDatabaseError(error)
  })
}

/**
 * Returns the schema of RollCall's tables in a dump. `list` is the output of `pg_restore --list`.
 * @throws StartError if the dump has none.
 */
function requireDumpedSchema(list: string, file: string): string {
  const [, schema] = / TABLE DATA (.+) schema_migrations /.exec(list) ?? []
  if (schema === undefined) throw new StartError(`There are no tables of RollCall in ${file}.`)
  return schema
}

/**
 * Returns the lines of `list` about objects in the schema, and about the extension. An example of a line is
 * `210; 1259 16397 TABLE public users rollcall`; it has `-` in place of the schema's name for the schema itself, and for objects of
 * the whole database.
 */
function selectOwnEntries(list: string, schema: string): string {
  const escapedSchema = schema.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
  const wanted = [`[A-Z ]+ ${escapedSchema}`, `EXTENSION - ${ownExtension}`]
  const own = new RegExp(String.raw`^\d+; \d+ \d+ (?:${wanted.join('|')}) `)
  return list
    .split('\n')
    .filter((line) => own.test(line))
    .join('\n')
}

/**
 * Returns a function that runs a program on the database and resolves with its output. The program's errors go to standard error;
 * the function rejects with a StartError if the program fails, is missing or is interrupted.
 */
function createRunner(databaseUrl: string, path: string, interrupted: AbortSignal) {
  const env = { PATH: path, ...clientEnvironment(databaseUrl) }
  return async (program: string, variable: 'PG_DUMP' | 'PG_RESTORE', args: readonly string[]): Promise<string> => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], env, signal: interrupted })
    const ended = once(child, 'close').catch(() => {
      if (interrupted.aborted) throw new StartError(`${program} was interrupted.`)
      throw new StartError(
        `${program} cannot be started: install PostgreSQL's client programs, or name it in ${variable}.`,
      )
    })
    const [output, [status]] = await Promise.all([text(child.stdout), ended as Promise<[number | null]>])
    if (status !== 0)
      throw new StartError(`${program} failed; see its messages above. ${variable} can name another program.`)
    return output
  }
}
