// Where a logo lies at the source, as it is remembered. What lies on an origin of the source's own is a path there, because
// a configuration may put another origin in its place: '/Championship/Logo/1' on the pages' origin,
// 'events:/Championship/Logo/1' on the event list's. Only of other hosts the whole address is kept.

import type { ReadContext } from '#domain/reading.ts'
import { origins } from './pages.ts'

/** The two origins that are the source's own. */
export type OwnOrigins = { pages: string; events: string }

/** Those that a page was read with. */
export const ownOrigins = ({ origin, eventsOrigin }: ReadContext): OwnOrigins => ({
  pages: origin ?? origins.pages,
  events: eventsOrigin ?? origins.events,
})

const longestAddress = 1_000

/** What is kept of a logo's link on a page of `base`; null for what is neither the source's own nor over https. */
export function logoAddress(link: string | undefined, base: string, own: OwnOrigins): string | null {
  const url = link ? URL.parse(link, base) : null
  if (!url || url.username !== '' || url.password !== '') return null
  url.hash = ''
  const path = url.pathname + url.search
  const address =
    url.origin === own.pages
      ? path
      : url.origin === own.events
        ? `events:${path}`
        : url.protocol === 'https:'
          ? url.href
          : null
  return address !== null && address.length <= longestAddress ? address : null
}

/** The URL that a kept address stands for, with the origins that the source has now; null for what is no address. */
export function logoUrl(address: string, own: OwnOrigins): URL | null {
  if (address.startsWith('/')) return URL.parse(own.pages + address)
  return URL.parse(address.startsWith('events:/') ? own.events + address.slice('events:'.length) : address)
}
