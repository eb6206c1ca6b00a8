import { describe, expect, it } from 'vitest'
import { openDocument } from './document.ts'
import {
  disqualificationOf,
  fightNumberIn,
  findMonth,
  findWeekday,
  languageOf,
  matIn,
  roundOfText,
  takesOf,
  weekdayName,
} from './words.ts'

describe('disqualificationOf', () => {
  it('recognizes every known tooltip, in both languages', () => {
    const kinds = {
      'Disqualified by no show': 'no-show',
      'Disqualified by overweight': 'overweight',
      'Disqualified by withdraw': 'withdraw',
      'Disqualified by technical desc.': 'technical',
      'Disqualified by disciplinary desc.': 'disciplinary',
      'Desqualificado por no show': 'no-show',
      'Desqualificado por retirada': 'withdraw',
      'Desqualificado por acima do peso': 'overweight',
      'Desqualificado por desc técnica': 'technical',
      'Desqualificado por desc disciplinar': 'disciplinary',
    }
    for (const [tooltip, kind] of Object.entries(kinds)) expect(disqualificationOf(tooltip)).toBe(kind)
  })

  it('returns ‘other’ for an unknown reason', () => {
    expect(disqualificationOf('Disqualified by the weather')).toBe('other')
    expect(disqualificationOf('')).toBe('other')
  })
})

describe('roundOfText', () => {
  it('translates the round names of boards and lists into those of RollCall', () => {
    const rounds = {
      '(EL1)': 'Round 1',
      '(EL2)': 'Round 2',
      R3: 'Round 3',
      '(QF)': 'Quarter Final',
      '(SF)': 'Semi-Final',
      '(F)': 'Final',
      'Quarter Final': 'Quarter Final',
      'Quartas de Final': 'Quarter Final',
      'Semi-Final': 'Semi-Final',
      Semifinal: 'Semi-Final',
      Final: 'Final',
    }
    for (const [text, round] of Object.entries(rounds)) expect(roundOfText(text)).toEqual({ round, isKnown: true })
  })

  it("reads the 'Qualifiers 1' of lists as the 'Round 1' of boards, however it is written", () => {
    for (const text of [
      'Qualifiers 1',
      'Qualifiers  1 ',
      'QUALIFIERS 1',
      'qualifiers\u00a01',
      'Qualifiers1',
      'Qualifier 1',
    ])
      expect(roundOfText(text)).toEqual({ round: 'Round 1', isKnown: true })
    expect(roundOfText('Qualifiers 12')).toEqual({ round: 'Round 12', isKnown: true })
    expect(roundOfText('Qualifiers')).toEqual({ round: 'Qualifiers', isKnown: false })
  })

  it('returns other words unchanged, as unknown', () => {
    expect(roundOfText('Round of 16')).toEqual({ round: 'Round of 16', isKnown: false })
    expect(roundOfText('()')).toBeNull()
  })
})

describe('placeholders', () => {
  it('are read in both languages', () => {
    for (const text of ['Winner of Fight 44, Mat 4', 'Vencedor da luta 44, Área 4', 'VENCEDORA DA LUTA 44, AREA 4']) {
      expect([takesOf(text), fightNumberIn(text), matIn(text)]).toEqual(['winner', 44, 4])
    }
    for (const text of ['Defeated of Fight 1, Mat 12', 'Perdedor da luta 1, Área 12', 'Derrotado da luta 1, Área 12'])
      expect([takesOf(text), fightNumberIn(text), matIn(text)]).toEqual(['loser', 1, 12])
  })

  it('yield null for unknown words', () => {
    expect([takesOf('-'), fightNumberIn('-'), matIn('-')]).toEqual([null, null, null])
  })
})

describe('weekdays and months', () => {
  it('are found in both languages, short and long', () => {
    expect(['Sat', 'Sáb', 'sábado', 'SATURDAY'].map((word) => findWeekday(word)?.index)).toEqual([6, 6, 6, 6])
    const portuguese = 'Domingo Segunda-feira Terça-feira Quarta-feira Quinta-feira Sexta-feira Sábado'.split(' ')
    expect(portuguese.map((word) => findWeekday(word))).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map((index) => ({ index, language: 'pt' })),
    )
    expect([0, 6, 7].map(weekdayName)).toEqual(['Sunday', 'Saturday', ''])
    expect(['Feb', 'fev', 'December', 'dezembro', 'x'].map(findMonth)).toEqual([2, 2, 12, 12, null])
  })
})

describe('languageOf', () => {
  const language = (body: string) => languageOf(openDocument(body))

  it('uses the words of the site, not the lang attribute', () => {
    expect(
      language(
        '<html lang="en"><div class="sidebar__day">Dia 1</div><i class="sidebar__date">Sábado, 12/09 (4 Áreas)</i></html>',
      ),
    ).toBe('pt')
    expect(language('<html lang="pt"><span class="match-header__fight">FIGHT 1</span></html>')).toBe('en')
  })

  it('ignores the names of people and teams', () => {
    const names =
      '<div class="match-card__competitor-name">Dia Luta</div><div class="match-card__club-name">Luta Livre</div>'
    expect(language(`<span class="bracket-match-header__fight">FIGHT 1</span>${names.repeat(9)}`)).toBe('en')
  })

  it('uses the lang attribute when the page has no words, and otherwise English', () => {
    expect(language('<html lang="pt-BR"></html>')).toBe('pt')
    expect(language('<p></p>')).toBe('en')
  })
})
