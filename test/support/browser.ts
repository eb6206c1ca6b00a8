import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type LaunchOptions,
} from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** The path of a Chromium: the system's, otherwise the one that Playwright downloaded; undefined if there is none. */
export const findBrowser = (): string | undefined => [...onPath(names), chromium.executablePath()].find(isProgram)

/** The path of the system's headless shell: Chromium without windows, notifications and push, at two thirds of its CPU time. */
export const findHeadlessShell = (): string | undefined => onPath(['chromium-headless-shell']).find(isProgram)

/** Installs Chromium and its headless shell: with apt for root on Debian, otherwise with Playwright's download. */
export function installBrowser(): void {
  if (isRootOnDebian()) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const apt = (...args: string[]) => spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 2, 2] })
    const packages = ['chromium', 'chromium-headless-shell', 'fonts-liberation']
    if (apt('update').status === 0) apt('install', '-y', '--no-install-recommends', ...packages)
  } else {
    const cli = join(import.meta.dirname, '../../node_modules/playwright-core/cli.js')
    spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: ['ignore', 2, 2] })
  }
}

export const isRootOnDebian = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/**
 * Starts Chromium without a window. Its contexts block service workers, each of which would fetch the whole app, unless the test
 * allows them.
 */
export const launchBrowser = (): Promise<Browser> => launch(findBrowser())

/**
 * Starts the headless shell, or Chromium where there is none, for tests without notifications and push. Its contexts prefer
 * reduced motion, which saves a seventh of the CPU time.
 */
export const launchHeadlessShell = (): Promise<Browser> =>
  launch(findHeadlessShell() ?? findBrowser(), { reducedMotion: 'reduce' })

async function launch(executablePath: string | undefined, defaults: BrowserContextOptions = {}): Promise<Browser> {
  const browser = await chromium.launch(optionsOf(executablePath))
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext({ serviceWorkers: 'block', ...defaults, ...options })
    const close = context.close.bind(context)
    context.close = async (reason) => {
      // A route's handler may still be fetching, and its error would be reported for the next test.
      const routed = [context, ...context.pages()]
      await Promise.allSettled(routed.map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })))
      await close(reason)
    }
    return context
  }
  return browser
}

/** Starts Chromium with what it has stored in the folder, as a phone that is used again. Service workers are allowed. */
export function openProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    ...optionsOf(findBrowser()),
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
  })
}

/** The flags prevent Chromium's own requests. Its sandbox is disabled only for root, with whom it does not start. */
function optionsOf(executablePath: string | undefined): LaunchOptions {
  if (executablePath === undefined) throw new Error('There is no Chromium here; npm test installs one.')
  const quiet = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
  const rest = ['--disable-component-update', '--disable-sync', '--disable-dev-shm-usage']
  return { executablePath, chromiumSandbox: process.getuid?.() !== 0, args: [...quiet, ...rest] }
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
