// Every figure of the browser's side, once. Sections are those of the core specification.
import { pingInterval } from '#contract/socket.ts'

const second = 1000
const minute = 60 * second

/** Section 9: client cache defaults. */
export const cacheDefaults = {
  freshFor: 1 * minute,
  keptFor: 5 * minute,
  retries: 2,
  retryDelay: 1 * second,
  retryDelayMax: 5 * second,
  mutationRetries: 1,
} as const

/** Section 9 and decision D9: the match lists. */
export const matchLists = { freshFor: 30 * second, keptFor: 2 * minute } as const

/** Decision D9: the copy of the lists in this browser is shown for seven days. */
export const keptAtMost = 7 * 24 * 60 * minute

/** So many athletes' profiles are kept beside them, those read last. */
export const keptProfiles = 12

/** Changes of the lists are gathered this long before they are kept. */
export const keepAfter = 1 * second

/**
 * Section 9: the order of fights of one athlete. The section has two ages; the longer holds while the socket changes what
 * is shown, the shorter, with its one retry, while nothing else does.
 */
export const orderOfFights = {
  freshFor: { live: 5 * minute, alone: 2 * minute },
  keptFor: 15 * minute,
  retries: 1,
} as const

/** Section 8: retries of a read when the server says that it is busy (503, 504). */
export const busyRetries = { retries: 2, delay: 2 * second, delayMax: 30 * second } as const

/** Section 9: retry presets by network quality. */
export const retryPresets = {
  poor: { retries: 2, delay: 3 * second, factor: 2 },
  fair: { retries: 3, delay: 2 * second, factor: 1.5 },
  otherwise: { retries: 3, delay: 1 * second, factor: 1.2 },
} as const

/** Section 4: a connection is slow below this downlink (Mbit/s) or above this round trip (ms). */
export const slowConnection = { downlink: 1.5, roundTrip: 300 } as const

/** Section 9: how many requests run at once. */
export const concurrentRequests = { normal: 6, slow: 2 } as const

/** Section 9: the most wanted first. */
export const requestPriority = {
  'upcoming-matches': 1,
  'athlete-data': 2,
  'tournament-info': 3,
  'historical-data': 4,
  images: 5,
} as const

/** Section 9: how a long list comes in. */
export const progressiveLoading = {
  normal: { first: 10, step: 10, delay: 200 },
  slow: { first: 3, step: 2, delay: 800 },
} as const

/** Section 2: cards that stand in while a list is loading. */
export const skeletonCards = { normal: 6, slow: 3 } as const

/** Section 9 and decision D14: how long a pointer rests before a tooltip opens, and how long after it the next one opens at once. */
export const tooltipDelays = { first: 700, next: 300 } as const

/** Sections 4 and 9: the socket. Decision 026 says why the lists are read by HTTP after three attempts, not after ten. */
export const socketLimits = {
  connectTimeout: 10 * second,
  pingEvery: pingInterval,
  pollAfter: 3,
  backoff: 2 * second,
  backoffExponentMax: 8,
  backoffJitter: 2 * second,
  backoffMax: 120 * second,
  degradedWithoutPong: 10 * minute,
  failedWithoutPong: 20 * minute,
  /** A probe after coming back to the page: no pong in this time means a dead socket (security W18). */
  probeTimeout: 5 * second,
} as const

/** Section 9: polling without a socket, and after a poll that failed. */
export const pollingEvery = { normal: 2 * minute, afterFailure: 5 * minute } as const

/** Section 7: hidden for longer than this, the upcoming matches are fetched again. */
export const refetchAfterHidden = 2 * minute

/** Section 9: search boxes wait this long after the last key. */
export const searchDebounce = 300

/** Section 4: the status cards of athletes that were just followed. */
export const followTimes = {
  tick: 100,
  readyShown: 5 * second,
  failedAfter: 1 * second,
  failedShown: 10 * second,
} as const

/** Section 4: import dialog: pauses between steps, and the tick and ceiling until the first real count (decision D8). */
export const importTimes = { pause: 400, lastPause: 600, tick: 80, simulatedMax: 95, refetch: 2 * second } as const

/** Section 2: highlights of a changed card. */
export const highlightTimes = { update: 600, status: 1200 } as const

/** Section 9: a tick that renders the matches view anew. */
export const rerenderEvery = 1 * minute

/** Section 4: a stale match asks for the list again after this. */
export const staleRefetchDelay = 1 * second

/** WCAG 4.1.3, experience section 2: changes are announced at most this often. */
export const announceEvery = 10 * second

/** The boards of a tournament are asked for again at most this often (docs/live-protocol.md, L28). */
export const boardsEvery = 10 * second

/** A newer version of the app is looked for this often while the page is seen, and on return to it after this long. */
export const updateChecks = { every: 60 * minute, onReturnAfter: 10 * minute } as const

/** The whole program is fetched for the service worker so long after the page has loaded: what is on the screen goes first. */
export const workerAfter = 3 * second

/** How long a newer version that somebody asked for has to arrive, and then to take over. */
export const updatePatience = { arrival: 10 * second, takeOver: 3 * second } as const

/** The hint that the app can be installed begins with this visit. */
export const installHintFrom = 2

/** The notice of a lost connection waits for this, so that a quick reconnect does not flash. */
export const lostShownAfter = 2 * second
