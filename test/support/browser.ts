import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type LaunchOptions } from 'playwright-core'
import { installPackages, isRootOnDebian } from './debian.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** The path of a Chromium: the system's, otherwise the one that Playwright downloaded; undefined if there is none. */
export const findBrowser = (): string | undefined => [...onPath(names), chromium.executablePath()].find(isProgram)

/** The path of the system's headless shell: Chromium without windows, notifications and push, at two thirds of its CPU time. */
export const findHeadlessShell = (): string | undefined => onPath(['chromium-headless-shell']).find(isProgram)

/** Installs Chromium and its headless shell: with apt for root on Debian, otherwise with Playwright's download. */
export function installBrowser(): void {
  if (isRootOnDebian()) {
    installPackages('chromium', 'chromium-headless-shell', 'fonts-liberation')
  } else {
    const cli = join(import.meta.dirname, '../../node_modules/playwright-core/cli.js')
    spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: ['ignore', 2, 2] })
  }
}

/** Starts Chromium without a window. */
export const launchBrowser = (): Promise<Browser> => chromium.launch(optionsOf(findBrowser()))

/** Starts the headless shell, or Chromium where there is none, for tests without notifications and push. */
export const launchHeadlessShell = (): Promise<Browser> =>
  chromium.launch(optionsOf(findHeadlessShell() ?? findBrowser()))

/** Starts Chromium with what it has stored in the folder, as a phone that is used again. Service workers are allowed. */
export function openProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    ...optionsOf(findBrowser()),
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
  })
}

/**
 * Most flags prevent Chromium's own requests; the others avoid the GPU, QUIC and a small /dev/shm. The sandbox is disabled only for
 * root, because Chromium refuses to start as root with a sandbox.
 */
function optionsOf(executablePath: string | undefined): LaunchOptions {
  if (executablePath === undefined) throw new Error('There is no Chromium here; npm test installs one.')
  const ownRequests = [
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  const others = ['--disable-gpu', '--disable-quic', '--disable-dev-shm-usage']
  return { executablePath, chromiumSandbox: process.getuid?.() !== 0, args: [...ownRequests, ...others] }
}

function onPath(programs: readonly string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return programs.flatMap((name) => folders.map((folder) => join(folder, name)))
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
