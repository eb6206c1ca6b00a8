// The interface between the API, which serves the public page behind a shared link, and the client code built for Node that
// renders it (client/shared/server.tsx).
import type { Belt } from '../domain/belt.ts'
import type { ErrorCode } from './errors.ts'
import type { Language } from './language.ts'
import type { SharedRollCall } from './sharing.ts'
import type { Site } from './site.ts'

export type SharedTab = 'matches' | 'athletes'

/** The data that the server renders and the browser hydrates. */
export type SharedPageData = {
  /** Null if the address has none. */
  linkId: string | null
  /** The path of the call that reloads the data; null without an id. */
  reloadPath: string | null
  tab: SharedTab
  language: Language
  /** The language in the address, which links to the other tab keep; null if the browser's preferences decide. */
  chosen: Language | null
  /** The time of rendering, ISO; the page's clock starts with it. */
  renderedAt: string
  site: Site
  /** `isGone`: the link has ended permanently. */
  state: { kind: 'loaded'; rollCall: SharedRollCall } | SharedFailure
}

export type SharedFailure = { kind: 'failed'; error: string; code: ErrorCode | null; isGone: boolean }

/** The addresses of the page's built script and styles. */
export type SharedPageAssets = { script: string; styles: string[] }

export type SharedPageRequest = {
  data: SharedPageData
  /** The public origin, without a trailing slash: link previews need absolute addresses. */
  origin: string
}

/** The texts on a preview picture; null for an absent one. Colours as '#rrggbb'. */
export type SharedPicture = {
  product: string
  title: string
  owner: string
  /** 'Next fight', 'Live now', or a text for no fight. */
  heading: string
  isLive: boolean
  fight: {
    athlete: string
    versus: string
    belt: Belt[]
    beltText: string
    mat: string | null
    time: string | null
    /** 'Sat 11/21 · Eastern'. */
    place: string
    tournament: string
  } | null
  colours: {
    ink: string
    surface: string
    line: string
    text: string
    muted: string
    live: string
    onLive: string
    belts: Record<Belt, string>
    unknownBelt: string
    beltBar: string
  }
}

export type SharedPageRenderer = {
  /** Renders the whole HTML document. */
  render(request: SharedPageRequest, assets: SharedPageAssets): string
  /** The texts of a preview picture at `now` (epoch ms). */
  picture(rollCall: SharedRollCall, now: number, language: Language): SharedPicture
}

/** The renderer, bound to the addresses of the built files. */
export type SharedPages = Pick<SharedPageRenderer, 'picture'> & { render(request: SharedPageRequest): string }
