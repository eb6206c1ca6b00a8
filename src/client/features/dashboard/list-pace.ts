// How a list of cards comes in: less at a time on a slow connection (core specification sections 2 and 9).
import { isSlow, networkFacts } from '#client/requests/network.ts'
import type { Pace } from '#client/ui/card-grid.tsx'

export const progressiveLoading = {
  normal: { first: 10, step: 10, delay: 200 },
  slow: { first: 3, step: 2, delay: 800 },
} as const

const skeletonCards = { normal: 6, slow: 3 } as const

const quality = (): 'normal' | 'slow' => (isSlow(networkFacts()) ? 'slow' : 'normal')

/** How many cards are shown at first and then at a time, on this connection. */
export const listPace = (): Pace => progressiveLoading[quality()]

/** How many cards stand in while a list is loading. */
export const skeletonCount = (): number => skeletonCards[quality()]
