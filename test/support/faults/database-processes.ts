import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The pids of the embedded PostgreSQL of a data directory, its main process first. */
export function databaseProcesses(dataDir: string): number[] {
  const pid = Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n', 1)[0])
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  return [pid, ...stdout.trim().split(/\s+/).map(Number)]
}

export function signalAll(processes: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of processes) process.kill(pid, signal)
}
