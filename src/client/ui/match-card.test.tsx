import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { exampleMatch, exampleNow } from '#client/texts/example-match.ts'
import { matchWords } from '#client/texts/match-words.ts'
import { withoutEstimate } from '#client/texts/time-words.ts'
import { ClockProvider } from './clock.tsx'
import { MatchCard } from './match-card.tsx'

const clock = { now: () => exampleNow, subscribe: () => () => undefined }
const finished = { status: 'finished', rawStatus: 'finished', result: 'win' } as const
const card = (change: Parameters<typeof exampleMatch>[0], isPlaceApart = false): string => {
  const item = exampleMatch(change)
  return renderToStaticMarkup(
    <ClockProvider clock={clock}>
      <MatchCard
        words={(now) => matchWords(item, now, withoutEstimate(item))}
        statusKey={() => ''}
        ticking={() => null}
        highlight={null}
        isPlaceApart={isPlaceApart}
      />
    </ClockProvider>,
  )
}

describe('The card of a match', () => {
  it('does not say that mat and time of a match that is over are to be determined', () => {
    const unplaced = { matNumber: null, localTime: null, scheduledDateTime: null }
    expect(card(unplaced)).toContain('TBD')
    expect(card({ ...finished, ...unplaced })).not.toMatch(/TBD|not known yet/)
    expect(card({ ...finished, localTime: null, scheduledDateTime: null })).toContain('>4<')
  })

  it('has the place of a match that is over beside its mat, or on a line of its own', () => {
    const isApart = (html: string): boolean => /<span class="basis-full">Sat 11\/21/.test(html)
    expect(card(finished)).toContain('<p>Sat 11/21')
    expect([false, true].map((apart) => isApart(card(finished, apart)))).toEqual([false, true])
  })
})
