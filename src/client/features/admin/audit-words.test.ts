import { afterEach, beforeAll, expect, it } from 'vitest'
import { adminTexts } from '#contract/administration.ts'
import type { AuditNote } from '#contract/audit-note.ts'
import { errors } from '#contract/errors.ts'
import { locale as spanish } from '#client/texts/languages/es.ts'
import { locale as japanese } from '#client/texts/languages/ja.ts'
import { locale as portuguese } from '#client/texts/languages/pt-br.ts'
import { english, loadTexts, setLocale } from '#client/texts/t.ts'
import { detailText, targetText } from './audit-words.ts'

beforeAll(() => Promise.all([loadTexts('admin'), loadTexts('diagnostics')]))
afterEach(() => setLocale(english))

const name = 'Vale Cup'
const down = { sentence: errors['source-unavailable'][1], error: 'source-unavailable' }
const notes: AuditNote[] = [
  { code: 'linkOf', name: 'Marina' },
  { code: 'fromLists', name, count: 1 },
  { code: 'fromLists', name, count: 3 },
  { code: 'refused', sentence: adminTexts.firstUser, error: 'not-removable' },
  { code: 'zone', name, from: null, to: 'America/Chicago' },
  { code: 'readingOff' },
  { code: 'readingOn' },
  { code: 'repaired', name: 'Marina', notes: [{ code: 'readAgain' }, { code: 'stillMissing', fields: ['belt'] }] },
  { code: 'notRepaired', name: 'Marina', ...down },
  { code: 'tooFast', count: 2000 },
]
const texts = () => notes.map((note) => detailText({ detail: 'what the record says', note }))

it('an audit entry in English has a text made from its code and values', () => {
  expect(texts()).toEqual([
    'of Marina',
    'Vale Cup, from the list of 1 user',
    'Vale Cup, from the lists of 3 users',
    'Refused: The account with id 1 cannot be removed.',
    'Vale Cup: Unknown to America/Chicago',
    'Reading switched off',
    'Reading switched on',
    'Marina: Read again. Still missing: belt.',
    'Marina: The competition system could not be read. The last known data stays.',
    '2,000 more refusals or sign-ins came too fast to be listed.',
  ])
})

it('an audit entry is translated into every other language', async () => {
  const english = texts()
  for (const locale of [portuguese, spanish, japanese]) {
    await setLocale(locale)
    const here = texts()
    for (const [index, text] of here.entries()) expect(text).not.toBe(english[index])
    expect(here.join(' ')).not.toMatch(/\b(of|from|the|Read|belt|users?|switched)\b/)
  }
  expect(texts().slice(-3)).toEqual([
    'Marina：再度読み取りました。まだわからないこと：帯。',
    'Marina：大会システムを読み取れませんでした。最後に取得した情報を表示しています。',
    '短時間に集中したため、ほか2,000件の拒否またはログインは記録していません。',
  ])
})

it('an audit entry without a code is shown unchanged', async () => {
  await setLocale(japanese)
  expect(detailText({ detail: 'Marina', note: null })).toBe('Marina')
  expect(detailText({ detail: null, note: null })).toBe('–')
})

it('the target of an audit entry is named by kind and id, while an email or a request is shown unchanged', async () => {
  const targets = ['user 7', 'athlete 12', 'source', 'chief@example.org', 'GET /ws', 'user of none 7', null]
  await setLocale(spanish)
  expect(targets.map((target) => targetText({ target }))).toEqual([
    'Cuenta 7',
    'Atleta 12',
    'Fuente',
    'chief@example.org',
    'GET /ws',
    'user of none 7',
    '–',
  ])
})
