import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import type { Estimate } from '#domain/estimate.ts'
import { exampleMatch, exampleNow } from '#client/texts/example-match.ts'
import { locale as spanish } from '#client/texts/languages/es.ts'
import { locale as japanese } from '#client/texts/languages/ja.ts'
import { locale as portuguese } from '#client/texts/languages/pt-br.ts'
import { matchWords } from '#client/texts/match-words.ts'
import { applyLocale, english } from '#client/texts/t.ts'
import { withoutEstimate, type Word } from '#client/texts/time-words.ts'
import { ClockProvider } from './clock.tsx'
import { MatchRow } from './match-row.tsx'

afterEach(() => applyLocale(english))

const minute = 60_000
const start = exampleNow + 60 * minute
const estimate: Estimate = {
  basis: 'estimate',
  at: start - 5 * minute,
  early: start - 14 * minute,
  late: start + 10 * minute,
  fightsAhead: 9,
  isOld: false,
}
const clock = { now: () => exampleNow, subscribe: () => () => undefined }
const card = 'the card'
/** Of a viewer at the venue, whatever the time zone of the machine that runs the test. */
const atVenue = { own: null, ownShort: null }
const row = (
  isOpen: boolean,
  estimated: Estimate = withoutEstimate(exampleMatch()),
  change: Parameters<typeof exampleMatch>[0] = {},
  viewer: { own: string | null; ownShort: string | null } = atVenue,
  dense: { ticking: Word; claim?: string } | null = null,
): string =>
  renderToStaticMarkup(
    <ClockProvider clock={clock}>
      <MatchRow
        words={(now) => ({
          ...matchWords(exampleMatch(change), now, estimated),
          ...viewer,
          tournamentName: null,
        })}
        isDense={dense !== null}
        ticking={() => dense?.ticking ?? null}
        claim={dense?.claim}
        statusKey={() => ''}
        isOpen={isOpen}
        onToggle={() => undefined}
      >
        {card}
      </MatchRow>
    </ClockProvider>,
  )
/** The texts of a row in their order, without those for screen readers. */
const visibleTexts = (html: string): string =>
  html
    .replace(/<span class="sr-only">[^<]*<\/span>/g, '')
    .replace(/<[^>]+>/g, '|')
    .replace(/\|[|\s]*/g, '|')

describe('A match in a row', () => {
  it('shows the mat, the estimate with its window, the names and the fights ahead', () => {
    expect(visibleTexts(row(false, estimate))).toBe(
      '|Mat|4|about |2:22|PM|2:13 – 2:37|9 ahead|Thiago Alvorada|vs Rúben Pedreira · Lótus Team|Blue|',
    )
  })

  it('says in a word that its data are old, and to screen readers in a sentence', () => {
    const html = row(false, { ...estimate, isOld: true })
    // Twice: in a narrow row, styles show the second one only.
    expect(visibleTexts(html)).toContain('|2:13 – 2:37|old|old · |9 ahead|')
    expect(html).toMatch(/<span class="sr-only">[^<]+; no recent data: wider window<\/span>/)
  })

  it('names the published time when there is no estimate', () => {
    expect(visibleTexts(row(false))).toContain('|2:27|PM|schedule|')
  })

  it('shows and says “running late” only without an estimate, and otherwise the fights ahead', () => {
    const late = { scheduledDateTime: new Date(exampleNow - 20 * minute).toISOString(), localTime: '13:07' }
    const spoken = (estimated: Estimate): string =>
      /<button.+?<span class="sr-only">([^<]*)</.exec(row(false, estimated, late))?.[1] ?? ''
    const published = withoutEstimate(exampleMatch())
    expect([visibleTexts(row(false, published, late)), spoken(published)]).toEqual([
      expect.stringContaining('running late'),
      expect.stringContaining('. running late. '),
    ])
    const withEstimate = `${visibleTexts(row(false, estimate, late))} ${spoken(estimate)}`
    expect(withEstimate).not.toContain('running late')
    expect(withEstimate).toMatch(/9 ahead.+9 fights ahead/)
  })

  it('has the viewer’s own time if it differs, also for screen readers', () => {
    const html = row(false, estimate, {}, { own: '7:22 PM your time', ownShort: '7:22 PM yours' })
    expect(visibleTexts(html)).toMatch(/\|Thiago Alvorada\|vs Rúben Pedreira · Lótus Team\|Blue\|· 7:22 PM yours\|$/)
    expect(html).toMatch(/<span class="sr-only">[^<]+, 9 fights ahead on Mat 4[^<]*\. 7:22 PM your time<\/span>/)
  })

  it('as a dense card has the countdown, the published time, round and division, and while it is closed the control of its claim', () => {
    const published = { scheduledDateTime: new Date(start + 20 * minute).toISOString(), localTime: '14:47' }
    const dense = { ticking: { text: 'in 46m 00s', tone: 'plain' } as const, claim: 'the claim' }
    const viewer = { own: '7:22 PM your time', ownShort: '7:22 PM yours' }
    expect(visibleTexts(row(false, estimate, published, viewer, dense))).toBe(
      '|Mat|4|about |2:22|PM|2:13 – 2:37|9 ahead|Thiago Alvorada|vs Rúben Pedreira · Lótus Team|earliest |in 46m 00s|Blue|· 7:22 PM yours|published 2:47 PM · Semi-Final · Adult / Male / BLUE / Light · Houston Open|the claim|',
    )
    expect(row(true, estimate, published, viewer, dense)).not.toContain('the claim')
  })

  it('names the belt in a word, with both colours of a two-coloured one, also as a dense card', () => {
    const dense = { ticking: { text: 'in 46m 00s', tone: 'plain' } as const }
    for (const look of [null, dense]) {
      const texts = (athleteBelt: string | null): string =>
        visibleTexts(row(false, estimate, { athleteBelt }, atVenue, look))
      expect(texts('BLACK')).toContain('|Black|')
      expect(texts('YELLOW-GREY')).toContain('|Yellow-grey|')
      expect(texts(null)).toContain('|Belt unknown|')
    }
  })

  it('expands into its card, and is one sentence for screen readers', () => {
    expect(row(false, estimate)).toContain('aria-expanded="false"')
    expect(row(false, estimate)).not.toContain('the card')
    expect(row(true, estimate)).toMatch(/aria-expanded="true".+the card/)
    expect(row(false, estimate)).toContain(
      'Thiago Alvorada vs Rúben Pedreira · Lótus Team. about 2:22 PM, between 2:13 and 2:37, 9 fights ahead on Mat 4',
    )
  })

  it.each([
    [portuguese, '|Área|4|aprox. |14:22|14:13 – 14:37|faltam 9|Thiago Alvorada|vs Rúben Pedreira · Lótus Team|azul|'],
    [spanish, '|Tatami|4|aprox. |14:22|14:13 – 14:37|faltan 9|Thiago Alvorada|vs. Rúben Pedreira · Lótus Team|azul|'],
    [japanese, '|マット|4|14:22|頃|14:13～14:37|あと9|Thiago Alvorada|vs Rúben Pedreira · Lótus Team|青帯|'],
  ])('has its words in $language', (locale, texts) => {
    applyLocale(locale)
    expect(visibleTexts(row(false, estimate))).toBe(texts)
  })
})
