import { afterEach, describe, expect, it } from 'vitest'
import type { MatRun } from '#contract/mat-run.ts'
import { locale as spanish } from '#client/texts/languages/es.ts'
import { locale as japanese } from '#client/texts/languages/ja.ts'
import { locale as portuguese } from '#client/texts/languages/pt-br.ts'
import { texts as inEnglish } from '#client/texts/en/tournament.ts'
import { texts as inSpanish } from '#client/texts/es/tournament.ts'
import { texts as inJapanese } from '#client/texts/ja/tournament.ts'
import { texts as inPortuguese } from '#client/texts/pt-br/tournament.ts'
import { applyLocale, english } from '#client/texts/t.ts'
import { matRunWord } from './board-words.ts'

afterEach(() => applyLocale(english))

const runs: MatRun[] = [
  { kind: 'early', minutes: 18 },
  { kind: 'late', minutes: 66 },
  { kind: 'on-time' },
  { kind: 'not-started' },
  { kind: 'stands-still' },
  { kind: 'old' },
  { kind: 'schedule' },
]

describe('The header of a mat', () => {
  it.each([
    [
      english,
      inEnglish,
      [
        'runs 18 min early',
        'runs 1 h 6 min late',
        'on time',
        'has not started',
        'stands still',
        'no recent data',
        'schedule',
      ],
    ],
    [
      portuguese,
      inPortuguese,
      [
        '18 min adiantada',
        '1 h 6 min atrasada',
        'no horário',
        'ainda não começou',
        'parada',
        'sem dados recentes',
        'programado',
      ],
    ],
    [
      spanish,
      inSpanish,
      [
        '18 min adelantado',
        '1 h 6 min atrasado',
        'a tiempo',
        'aún no empezó',
        'detenido',
        'sin datos recientes',
        'programado',
      ],
    ],
    [
      japanese,
      inJapanese,
      [
        '予定より18分早い進行',
        '予定より1時間6分遅れ',
        '予定どおりの進行',
        'まだ始まっていません',
        '進行が止まっています',
        '最新データなし',
        '予定',
      ],
    ],
  ])('says how the mat runs in $language', (locale, texts, words) => {
    applyLocale(locale, texts)
    expect(runs.map((run) => matRunWord(run).text)).toEqual(words)
  })
})
