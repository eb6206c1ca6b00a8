import { afterEach, beforeAll, expect, it } from 'vitest'
import { diagnosticSentences, type DiagnosticNote, type NoteCode, sentenceOf } from '#contract/diagnostic-sentences.ts'
import { locale as spanish } from './languages/es.ts'
import { locale as japanese } from './languages/ja.ts'
import { locale as portuguese } from './languages/pt-br.ts'
import { english, loadTexts, setLocale } from './t.ts'
import { noteText } from './diagnostic-notes.ts'

beforeAll(() => loadTexts('diagnostics'))
afterEach(() => setLocale(english))

const down: DiagnosticNote = { code: 'pagesDown', count: 2, tournament: 'Porto Alvo Open' }
const missing: DiagnosticNote = { code: 'stillMissing', fields: ['belt', 'time zone'] }

it('a diagnostic note is translated with its numbers and names', async () => {
  const inEach = []
  for (const locale of [portuguese, spanish, japanese]) {
    await setLocale(locale)
    inEach.push([noteText(down), noteText({ ...down, count: 1 }), noteText(missing)])
  }
  expect(inEach).toEqual([
    [
      'Porto Alvo Open: páginas de 2 atletas não respondem.',
      'Porto Alvo Open: páginas de 1 atleta não respondem.',
      'Ainda falta: faixa, fuso horário.',
    ],
    [
      'Porto Alvo Open: no responden páginas de 2 atletas.',
      'Porto Alvo Open: no responden páginas de 1 atleta.',
      'Todavía falta: cinturón y zona horaria.',
    ],
    [
      'Porto Alvo Open：選手2人のページが応答していません。',
      'Porto Alvo Open：選手1人のページが応答していません。',
      'まだわからないこと：帯、タイムゾーン。',
    ],
  ])
})

it("a diagnostic note in English is the server's sentence", () => {
  const codes = Object.keys(diagnosticSentences) as NoteCode[]
  for (const code of codes)
    for (const count of [1, 7]) {
      const note: DiagnosticNote = { code, count, tournament: 'Vale Cup', fields: ['belt', 'match times'] }
      expect(noteText(note)).toBe(sentenceOf(note))
    }
})
