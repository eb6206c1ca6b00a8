// The step sizes of a list's progressive rendering; smaller on a slow connection (core specification sections 2 and 9).
import { isSlow, networkFacts } from '#client/requests/network.ts'
import type { Pace } from '#client/ui/card-grid.tsx'

export const progressiveLoading = {
  normal: { first: 10, step: 10, delay: 200 },
  slow: { first: 3, step: 2, delay: 800 },
} as const

const skeletonCards = { normal: 6, slow: 3 } as const

const quality = (): 'normal' | 'slow' => (isSlow(networkFacts()) ? 'slow' : 'normal')

/** The number of cards shown at first and per step, on this connection. */
export const listPace = (): Pace => progressiveLoading[quality()]

/** The number of skeleton cards while a list is loading. */
export const skeletonCount = (): number => skeletonCards[quality()]

/** The estimated height of a match card, in px. */
export const cardHeight = 220
