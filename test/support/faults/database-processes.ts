import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const mainProcess = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n', 1)[0])

/** Ends the embedded PostgreSQL of a data directory without a checkpoint, as a power cut does. */
export function killDatabase(dataDir: string): void {
  process.kill(mainProcess(dataDir), 'SIGQUIT')
}

/** Suspends the embedded PostgreSQL of a data directory with all its connections. Returns a function that resumes it. */
export function suspendDatabase(dataDir: string): () => void {
  const main = mainProcess(dataDir)
  // First, because it could otherwise start a process for a new connection after the others are listed.
  process.kill(main, 'SIGSTOP')
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(main)], { encoding: 'utf8' })
  const others = (stdout.match(/\d+/g) ?? []).map(Number)
  for (const pid of others) process.kill(pid, 'SIGSTOP')
  return () => {
    for (const pid of [...others, main]) process.kill(pid, 'SIGCONT')
  }
}
