// Installs a Chromium for the browser tests unless there is one, and for root on Debian its headless shell, which needs less CPU
// time.
import { findBrowser, findHeadlessShell, installBrowser } from '#support/browser.ts'
import { isRootOnDebian } from '#support/debian.ts'

if (findBrowser() === undefined || (isRootOnDebian() && findHeadlessShell() === undefined)) {
  console.log('Installing a browser for the tests …')
  installBrowser()
}
if (findBrowser() === undefined) {
  console.error('There is no Chromium, and none could be installed: install one and try again.')
  process.exitCode = 1
}
