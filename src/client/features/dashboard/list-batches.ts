// In which batches a list is rendered; smaller ones on a slow connection (core specification sections 2 and 9).
import { isSlow, networkFacts } from '#client/requests/network.ts'
import type { Batches } from '#client/ui/card-grid.tsx'

export const renderBatches = {
  normal: { first: 10, next: 10, delay: 200 },
  slow: { first: 3, next: 2, delay: 800 },
} as const

const skeletonCards = { normal: 6, slow: 3 } as const

const quality = (): 'normal' | 'slow' => (isSlow(networkFacts()) ? 'slow' : 'normal')

/** The batches of cards on this connection. */
export const listBatches = (): Batches => renderBatches[quality()]

/** The number of skeleton cards while a list is loading. */
export const skeletonCount = (): number => skeletonCards[quality()]

/** The estimated height of a match card, in px. */
export const cardHeight = 240
