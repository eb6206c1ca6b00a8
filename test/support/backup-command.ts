import { spawnSync } from 'node:child_process'

type Env = { DATA_DIR: string; DATABASE_URL?: string; PG_DUMP?: string; PG_RESTORE?: string }

/** Runs `npm run backup` or `npm run restore` as an operator does; `output` is all that it prints. */
export function backupCommand(
  order: 'backup' | 'restore',
  target: string,
  env: Env,
): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/main/backup.ts', order, target], {
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}
