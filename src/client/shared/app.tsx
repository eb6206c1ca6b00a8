// The page with its clock. The server and the browser must render it identically, so that it can be hydrated.
import { StrictMode, useEffect } from 'react'
import type { SharedPageData } from '#contract/shared-page.ts'
import type { DataWords } from '#client/texts/data-words.ts'
import type { Texts } from '#client/texts/t.ts'
import { ClockProvider, type TickingClock } from '#client/ui/clock.tsx'
import type { SharedFeed } from './shared-feed.ts'
import { SharedPage } from './shared-page.tsx'

/** The data that the server inlines for hydration. */
export type InlinedData = SharedPageData & {
  texts: Texts
  /** Translations of the source's and the server's texts; null in English. */
  words: PageWords | null
}
export type PageWords = Pick<DataWords, 'sport' | 'codes'> & { sentences: Partial<DataWords['sentences']> }

type Props = {
  data: SharedPageData
  feed: SharedFeed
  clock: TickingClock
  /** Called after the first render in the browser, never on the server. */
  onDrawn?: () => void
}

export function SharedApp({ data, feed, clock, onDrawn }: Props) {
  useEffect(() => onDrawn?.(), [onDrawn])
  return (
    <StrictMode>
      <ClockProvider clock={clock}>
        <SharedPage data={data} feed={feed} />
      </ClockProvider>
    </StrictMode>
  )
}
