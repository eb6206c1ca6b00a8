import { beforeAll, describe, expect, it } from 'vitest'
import type { Meeting, OpponentRanking } from '#contract/opponent.ts'
import { pointsColumns, titleColumns } from '#domain/ranking.ts'
import { locale as es } from '#client/texts/languages/es.ts'
import { locale as ja } from '#client/texts/languages/ja.ts'
import { locale as ptBr } from '#client/texts/languages/pt-br.ts'
import { english, loadTexts, setLocale } from '#client/texts/t.ts'
import { meetingWords, pointsText, recordAgainst, titleTexts } from './opponent-words.ts'

beforeAll(() => loadTexts('profile'))

const titles = (...columns: [column: string, ...years: number[]][]): OpponentRanking['titles'] =>
  columns.map(([column, ...years]) => ({ column, years }))

const meeting = (more: Partial<Meeting> = {}): Meeting => ({
  matchId: 1,
  tournamentName: 'Porto Alvo Open',
  day: '2025-05-10',
  division: 'Adult / Male / BLUE / Light',
  round: 'Semi-Final',
  result: 'win',
  method: null,
  ...more,
})

describe('The words about an opponent', () => {
  it('name titles with their years, and the title of the last edition only if the world title is missing', () => {
    expect(
      titleTexts(titles(['world', 2025, 2023], ['last-world'], ['master-3-world'], ['Crown Champion', 2024])),
    ).toEqual(['World champion 2025, 2023', 'Master 3 world champion', 'Crown Champion 2024'])
    expect(titleTexts(titles(['last-world']))).toEqual(['World champion at the last edition'])
  })

  it('name every known column in every language, and an unknown one as printed', async () => {
    const known = () => [
      ...pointsColumns.map(pointsText),
      ...titleColumns.flatMap((column) => titleTexts(titles([column]))),
    ]
    for (const locale of [english, ptBr, es, ja]) {
      await setLocale(locale)
      expect(known().filter((text) => /opponent\.|\{|-world/.test(text))).toEqual([])
    }
    await setLocale(english)
    expect(pointsText('World League PTS')).toBe('World League PTS')
  })

  it('state where and when the two met, and how the match ended', () => {
    expect(meetingWords(meeting({ method: 'technical' }))).toEqual({
      badge: { text: 'WIN', tone: 'ahead' },
      title: 'Porto Alvo Open',
      details: 'May 10, 2025 · Semi-Final · Adult / Male / BLUE / Light · opponent disqualified (technical)',
    })
    const { badge, details } = meetingWords(meeting({ method: 'no-show', unfought: 'walkover' }))
    expect([badge, details]).toEqual([
      { text: 'NO FIGHT', tone: 'quiet' },
      expect.stringMatching(/ · opponent no-show$/),
    ])
  })

  it('do not state a no-show of the opponent when the athlete did not appear', () => {
    const { details } = meetingWords(meeting({ result: 'loss', method: 'no-show', day: null, round: null }))
    expect(details).toBe('Adult / Male / BLUE / Light')
  })

  it('have no badge for a match without a winner, and say that its result is not recorded', () => {
    const words = meetingWords(meeting({ result: null, method: 'not-recorded' }))
    expect([words.badge, words.details]).toEqual([null, expect.stringContaining('result not recorded')])
  })

  it('count wins and losses, and nothing without a winner', () => {
    expect(recordAgainst([meeting(), meeting(), meeting({ result: 'loss' }), meeting({ result: null })])).toEqual({
      wins: 2,
      losses: 1,
    })
    expect(recordAgainst([meeting({ result: null })])).toBeNull()
  })

  it('leave out a match that was not fought, and count one that ended by a disqualification', () => {
    for (const unfought of ['close-out', 'walkover'] as const) expect(recordAgainst([meeting({ unfought })])).toBeNull()
    expect(recordAgainst([meeting({ method: 'technical', unfought: null })])).toEqual({ wins: 1, losses: 0 })
  })
})
