// The pages that RollCall reads from the competition system, and the keys by which the store, the scheduler and the
// administrator's list identify them.

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

/** The logo of a tournament or a sponsor; `address` in the form of sources/bjjcompsystem/logo-address.ts. */
export type Logo = { kind: 'logo'; address: string; /** Configured by the operator. */ sponsor: boolean }

/** The roster of a listed tournament that nobody has added, from the board page of one of its days (decision 057). */
export type Roster = { kind: 'roster'; tournament: string; day: string }

/** The board page that contains a roster. */
export const boardOf = ({ tournament, day }: Roster): Page => ({ kind: 'board', tournament, day, page: 1 })

/** Everything that ingest fetches. */
export type SourceItem = Page | Logo | Roster

/** A unique, stable and readable key. */
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
    case 'roster':
      return `${page.tournament}/roster/${page.day}`
    case 'competitor':
      return `${page.tournament}/competitor/${page.competitor}`
    case 'club':
      return `${page.tournament}/club/${page.club}`
    case 'schedule':
    case 'singles':
      return `${page.tournament}/${page.kind}`
  }
}

/** External ids are ASCII numbers of at most ten digits (decision W9). Validate an id before it becomes part of an address. */
export const isExternalId = (text: string): boolean => /^[0-9]{1,10}$/.test(text)
