// What a state of a screen is, and the steps that many states share.
import type { Page } from 'playwright-core'
import type { Person } from './fixtures.ts'

export type State = {
  /** 'matches-sixty': the screen, then its state. */
  name: string
  user: Person
  /** A path, or a whole address. */
  at: string
  /** The steps from the opened page to the state. */
  steps?: (page: Page) => Promise<unknown>
  /** Requests that never get an answer, or fail; after a failure without `steps` the screen has 'Try Again'. */
  broken?: [address: string, how: 'never' | 'failed']
  /** Whether only the visible part is shown; otherwise the whole page. */
  onlyWindow?: true
  /** Whether it is shown on a phone only. */
  onlyPhone?: true
}

export const click = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
export const openDialog = (name: string | RegExp) => async (page: Page) => {
  await click(name)(page)
  await page.getByRole('dialog').waitFor()
}
export const type = (text: string) => (page: Page) => page.getByRole('searchbox').first().fill(text)
