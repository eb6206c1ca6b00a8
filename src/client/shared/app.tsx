// The page with its clock, the same on the server and in the browser: hydration needs both to draw alike.
import { StrictMode, useEffect } from 'react'
import type { SharedPageData } from '#contract/shared-page.ts'
import type { DataWords } from '#client/texts/data-words.ts'
import type { Texts } from '#client/texts/t.ts'
import { ClockProvider, type TickingClock } from '#client/ui/clock.tsx'
import type { SharedFeed } from './shared-feed.ts'
import { SharedPage } from './shared-page.tsx'

/** What the server writes into the page for the script that goes on with it. */
export type InlinedData = SharedPageData & {
  texts: Texts
  /** What the source and the server say, in another language than theirs. */
  words: PageWords | null
}
export type PageWords = Pick<DataWords, 'sport' | 'codes'> & { sentences: Partial<DataWords['sentences']> }

type Props = {
  data: SharedPageData
  feed: SharedFeed
  clock: TickingClock
  /** Called when the browser has drawn the page for the first time; never on the server. */
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
