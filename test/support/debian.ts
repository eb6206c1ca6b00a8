import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether `installPackages` can use apt. */
export const isRootOnDebian = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Installs packages of Debian; its messages go to standard error. */
export function installPackages(...names: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 2, 2] })
  if (apt('update').status === 0) apt('install', '-y', '--no-install-recommends', ...names)
}
