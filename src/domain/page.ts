// The addresses of the competition system's pages that RollCall reads, as data. A page's key is how the store, the
// schedule and the administrator's list name it.

export type Page =
  | { kind: 'home' }
  | { kind: 'events' }
  | { kind: 'categories'; tournament: string; gender: 'male' | 'female' }
  | { kind: 'bracket'; tournament: string; category: string }
  /** An order-of-fights page: four mats of one day; `page` counts from 1. */
  | { kind: 'board'; tournament: string; day: string; page: number }
  | { kind: 'competitor'; tournament: string; competitor: string }
  | { kind: 'club'; tournament: string; club: string }
  | { kind: 'schedule'; tournament: string }
  | { kind: 'singles'; tournament: string }

/** A tournament's or a sponsor's logo; `address` is as the source's lists name it (sources/bjjcompsystem/logo-address.ts). */
export type Logo = { kind: 'logo'; address: string; /** The operator named it. */ sponsor: boolean }

/** All that is read of the source. */
export type SourceItem = Page | Logo

/** A stable name of what is read: unique, readable, and safe as a database key. */
export function pageKey(page: SourceItem): string {
  switch (page.kind) {
    case 'logo':
      return `logo ${page.address}`
    case 'home':
    case 'events':
      return page.kind
    case 'categories':
      return `${page.tournament}/categories/${page.gender}`
    case 'bracket':
      return `${page.tournament}/bracket/${page.category}`
    case 'board':
      return `${page.tournament}/board/${page.day}/${page.page}`
    case 'competitor':
      return `${page.tournament}/competitor/${page.competitor}`
    case 'club':
      return `${page.tournament}/club/${page.club}`
    case 'schedule':
    case 'singles':
      return `${page.tournament}/${page.kind}`
  }
}

/** External ids are short ASCII numbers (decision W9); anything else never reaches an address. */
export const isExternalId = (text: string): boolean => /^[0-9]{1,10}$/.test(text)
