import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Identifies a process beyond its id, which the system reuses. */
export interface ProcessIdentity {
  pid: number
  /** Its start time in a format of this system; only for comparison. */
  started: string
}

/** The identity of a running process, or undefined if there is none with that id. */
export function identify(pid: number): ProcessIdentity | undefined {
  const started = process.platform === 'linux' ? startTimeOnLinux(pid) : readPs(pid, 'lstart=')
  return started === undefined ? undefined : { pid, started }
}

/** The command line of a running process, or undefined if there is none with that id. */
export function findCommand(pid: number): string | undefined {
  if (process.platform !== 'linux') return readPs(pid, 'command=')
  const text = readProc(`/proc/${pid}/cmdline`)
  return text === undefined || text === '' ? undefined : text.replaceAll('\0', ' ').trim()
}

/** Boot id and clock ticks since boot: a process with the same process id after a reboot differs. Undefined for a zombie. */
function startTimeOnLinux(pid: number): string | undefined {
  const stat = readProc(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  // The program's name is in parentheses and may contain any character; the rest begins with the third field.
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

function readPs(pid: number, field: string): string | undefined {
  const { status, stdout } = spawnSync('ps', ['-o', field, '-p', String(pid)], { encoding: 'utf8' })
  const text = stdout?.trim()
  return status === 0 && text !== '' ? text : undefined
}
