import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type LaunchOptions } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** The path of a Chromium: the system's, else the one Playwright once downloaded; undefined if there is none. */
export function findBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...candidates, chromium.executablePath()].find(isProgram)
}

/** Brings a Chromium onto this machine: by apt as root on Debian, else as Playwright's own download. */
export function installBrowser(): void {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const apt = (...args: string[]) => spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 2, 2] })
    const packages = ['chromium', 'fonts-liberation']
    if (apt('update').status === 0) apt('install', '-y', '--no-install-recommends', ...packages)
  } else {
    const cli = join(import.meta.dirname, '../../node_modules/playwright-core/cli.js')
    spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: ['ignore', 2, 2] })
  }
}

/**
 * Starts Chromium without a window. The flags keep it from calling anybody; its own sandbox is left out only for root,
 * who cannot have it. Its visitors have no service worker, which would fetch the whole app for each of them, unless a test
 * of it asks for one.
 */
export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch(options())
  const newContext = browser.newContext.bind(browser)
  browser.newContext = (options) => newContext({ serviceWorkers: 'block', ...options })
  return browser
}

/** Starts Chromium with what it has stored in the folder, as a phone that is used again; service workers are its own affair. */
export function openProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    ...options(),
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
  })
}

function options(): LaunchOptions {
  const executablePath = findBrowser()
  if (executablePath === undefined) throw new Error('There is no Chromium here; npm test installs one.')
  const quiet = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
  const rest = ['--disable-component-update', '--disable-sync', '--disable-dev-shm-usage']
  return { executablePath, chromiumSandbox: process.getuid?.() !== 0, args: [...quiet, ...rest] }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
