// The address of a logo in the form that the store keeps. On the source's own origins it is a path, because the configuration may
// replace these origins: '/Championship/Logo/1' on the pages' origin, 'events:/Championship/Logo/1' on the event list's. On
// other hosts it is the whole URL.

import type { ReadContext } from '#domain/reading.ts'
import { origins } from './pages.ts'

/** The source's own origins. */
export type OwnOrigins = { pages: string; events: string }

/** The origins that a page was read with. */
export const ownOrigins = ({ origin, eventsOrigin }: ReadContext): OwnOrigins => ({
  pages: origin ?? origins.pages,
  events: eventsOrigin ?? origins.events,
})

const maxAddressLength = 1_000

/**
 * The address for a logo's link on a page of `base`; null when the link is missing, is neither on the source's origins nor
 * https, contains credentials or is too long.
 */
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
  return address !== null && address.length <= maxAddressLength ? address : null
}

/** The URL of an address, with the configured origins; null when the address is invalid. */
export function logoUrl(address: string, own: OwnOrigins): URL | null {
  if (address.startsWith('/')) return URL.parse(own.pages + address)
  return URL.parse(address.startsWith('events:/') ? own.events + address.slice('events:'.length) : address)
}
