// The public page behind a shared link as the server draws it. The drawing is done by the browser's program built for
// Node (client/shared/server.tsx), the serving by the API; this is what they say to each other.
import type { Belt } from '../domain/belt.ts'
import type { ErrorCode } from './errors.ts'
import type { Language } from './language.ts'
import type { SharedRollCall } from './sharing.ts'
import type { Site } from './site.ts'

export type SharedTab = 'matches' | 'athletes'

/** What the page starts from: what the server drew, and what the browser goes on with. */
export type SharedPageData = {
  /** Null where the address has none. */
  linkId: string | null
  /** The path at which it is read again; null where there is no id. */
  readAt: string | null
  tab: SharedTab
  language: Language
  /** What the viewer chose in the address, which goes along to the other tab; null for whatever the browser asks for. */
  chosen: Language | null
  /** When it was drawn, ISO: the page's clock begins there. */
  drawnAt: string
  site: Site
  /** `isGone`: the link is dead, and no later try will help. */
  state: { kind: 'loaded'; rollCall: SharedRollCall } | SharedFailure
}

export type SharedFailure = { kind: 'failed'; error: string; code: ErrorCode | null; isGone: boolean }

/** Where the built scripts and styles of the page are. */
export type SharedPageAssets = { script: string; styles: string[] }

export type SharedPageRequest = {
  data: SharedPageData
  /** Where people open it, without a trailing slash: link previews need whole addresses. */
  origin: string
}

/** One line of text on a preview picture each; null for none. Colours as '#rrggbb'. */
export type SharedPicture = {
  product: string
  title: string
  owner: string
  /** 'Next fight', 'Live now' or that there is none. */
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

/** What the program built for Node can do. */
export type SharedPageRenderer = {
  /** The whole document. */
  draw(request: SharedPageRequest, assets: SharedPageAssets): string
  /** What the preview picture of a page says at `now` (epoch ms). */
  picture(rollCall: SharedRollCall, now: number, language: Language): SharedPicture
}

/** The same, with the names of the files built for the browser. */
export type SharedPages = Pick<SharedPageRenderer, 'picture'> & { draw(request: SharedPageRequest): string }
