import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Tells a process from every other that bears or will bear the same number. */
export interface ProcessIdentity {
  pid: number
  /** When it was started, as this system writes it; only good for comparing. */
  started: string
}

/** The identity of a living process, or undefined if there is none of that number. */
export function identify(pid: number): ProcessIdentity | undefined {
  const started = process.platform === 'linux' ? startedOnLinux(pid) : ask(pid, 'lstart=')
  return started === undefined ? undefined : { pid, started }
}

/** The command line of a living process, or undefined if there is none of that number. */
export function findCommand(pid: number): string | undefined {
  if (process.platform !== 'linux') return ask(pid, 'command=')
  const text = readProc(`/proc/${pid}/cmdline`)
  return text === undefined || text === '' ? undefined : text.replaceAll('\0', ' ').trim()
}

/** Boot and clock ticks since boot: a number reused after a restart of the machine does not match either. */
function startedOnLinux(pid: number): string | undefined {
  const stat = readProc(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  // The program's name stands in parentheses and may hold anything; the fields after it are counted from the third.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const state = fields[0]
  if (state === 'Z' || state === 'X') return undefined
  return `${readProc('/proc/sys/kernel/random/boot_id')?.trim()} ${fields[19]}`
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function ask(pid: number, field: string): string | undefined {
  const { status, stdout } = spawnSync('ps', ['-o', field, '-p', String(pid)], { encoding: 'utf8' })
  const text = stdout?.trim()
  return status === 0 && text !== '' ? text : undefined
}
