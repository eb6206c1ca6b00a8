// Sources parses the pages of an outside system. It turns the text of a page into a Reading, and converts between pages and
// their addresses. It fetches nothing, holds no state and reads no clock, so the same text always gives the same Reading. The only
// source is the IBJJF's competition system with the federation's event list; another source would be another implementation of
// Source.
import type { Page } from '#domain/page.ts'
import type { ReadContext, Reading } from '#domain/reading.ts'
import { logoUrl } from './bjjcompsystem/logo-address.ts'
import { address, logoOrigins, origins, pageOf } from './bjjcompsystem/pages.ts'
import { readBody, unusable } from './bjjcompsystem/read.ts'

export type Source = {
  /** The origins of its pages and of its event list; the configuration may replace them. */
  readonly origins: { readonly pages: string; readonly events: string }
  /** Further origins of the logos in its lists. */
  readonly logoOrigins: readonly string[]
  /** The absolute address of the event list, which is on its own host. */
  readonly eventsAddress: string
  /** Path and query of a page. Throws a TypeError for an id that is not 1 to 18 digits. */
  address(page: Page): string
  /** The URL of a logo address from a reading, with the configured origins; null when the address is invalid. */
  logoUrl(address: string, origins: { pages: string; events: string }): URL | null
  /** The page at a path, or at an absolute address on the source's origins; null for any other address. */
  pageOf(address: string): Page | null
  /**
   * Parses a body as the given page. Never throws: when the body is not that page, the Reading has the verdict 'unusable' and no
   * content.
   */
  read(page: Page, body: string, context: ReadContext): Reading
}

/** Longer bodies are not parsed; in UTF-16 units. The longest known page has 1.25 MB. */
const maxBodyLength = 5_000_000

export const bjjcompsystem: Source = {
  origins,
  eventsAddress: origins.events + address({ kind: 'events' }),
  address,
  logoOrigins,
  logoUrl,
  pageOf: (link) => pageOf(link),
  read(page, body, context) {
    if (body.length > maxBodyLength)
      return unusable(page, [{ code: 'too-large', where: '', detail: `${body.length} characters` }])
    try {
      return readBody(page, body, context)
    } catch (error) {
      return unusable(page, [{ code: 'reader-failed', where: page.kind, detail: String(error).slice(0, 200) }])
    }
  },
}
