// Sources: how an outside page is read. The room turns the text of a page into a Reading and knows the addresses of
// pages; it never fetches, keeps nothing, and asks no clock, so the same text always gives the same Reading. One source
// is known, the IBJJF's competition system with the federation's event list beside it; another one is another
// implementation of Source.
import type { Page } from '#domain/page.ts'
import type { ReadContext, Reading } from '#domain/reading.ts'
import { logoUrl } from './bjjcompsystem/logo-address.ts'
import { address, logoOrigins, origins, pageOf } from './bjjcompsystem/pages.ts'
import { readBody, unusable } from './bjjcompsystem/read.ts'

export type Source = {
  /** Where its pages and its event list are served; a configuration may put another host in their place. */
  readonly origins: { readonly pages: string; readonly events: string }
  /** Further origins that its lists name logos on. */
  readonly logoOrigins: readonly string[]
  /** The absolute address of the event list, which stands on a host of its own. */
  readonly eventsAddress: string
  /** Path and query of a page, the same for the same page. Throws a TypeError for an id that is not all digits. */
  address(page: Page): string
  /** Where a logo lies that a reading names, with the origins that the source has now; null for what is no address. */
  logoUrl(address: string, origins: { pages: string; events: string }): URL | null
  /** The page that a path or an absolute address on its origins names; null for everything else. */
  pageOf(address: string): Page | null
  /**
   * Reads a body. Never throws: whatever comes in, the answer is a Reading of the page asked for, with the verdict
   * 'unusable' and no content when the body is not that page.
   */
  read(page: Page, body: string, context: ReadContext): Reading
}

/** Longer bodies are not read; the longest known page has 1.25 MB. In UTF-16 units, a lower bound of the bytes. */
const longestBody = 5_000_000

export const bjjcompsystem: Source = {
  origins,
  eventsAddress: origins.events + address({ kind: 'events' }),
  address,
  logoOrigins,
  logoUrl,
  pageOf: (link) => pageOf(link),
  read(page, body, context) {
    if (body.length > longestBody)
      return unusable(page, [{ code: 'too-large', where: '', detail: `${body.length} characters` }])
    try {
      return readBody(page, body, context)
    } catch (error) {
      return unusable(page, [{ code: 'reader-failed', where: page.kind, detail: String(error).slice(0, 200) }])
    }
  },
}
