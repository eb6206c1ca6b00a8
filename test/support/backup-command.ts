// For tests of backups: runs the operator's commands, and creates a folder for the files of each test.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'

type Env = { DATA_DIR: string; DATABASE_URL?: string; PG_DUMP?: string; PG_RESTORE?: string }

/** Runs the program of `npm run backup` or `npm run restore` with only this environment; `output` is all that it prints. */
export function backupCommand(
  command: 'backup' | 'restore',
  target: string,
  env: Env,
): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/main/backup.ts', command, target], {
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

/**
 * Creates a folder for each test of the file, and removes it when the test ends; returns a function that makes the path
 * of a name in that folder.
 */
export function folderOfEachTest(): (name?: string) => string {
  let folder = ''
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'rollcall-backup-')))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  return (name = '') => join(folder, name)
}
