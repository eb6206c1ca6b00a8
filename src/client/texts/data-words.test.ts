import { afterEach, describe, expect, it } from 'vitest'
import { accountTexts } from '#contract/accounts.ts'
import { shareTexts } from '#contract/sharing.ts'
import { timezoneLabel } from '#domain/timezone.ts'
import { locale as spanish } from './languages/es.ts'
import { locale as japanese } from './languages/ja.ts'
import { locale as portuguese } from './languages/pt-br.ts'
import { applyLocale, english, loadTexts, ordinalText, serverText, sourceText, setLocale, t } from './t.ts'
import { beltText } from './belt-words.ts'
import { datesText, tournamentDates, weekdayText } from './calendar-words.ts'
import { clockText, clockTime, dayText, monthDayText, numberText, ownTime } from './format.ts'

const locales = [portuguese, spanish, japanese]
const writtenInEach = (write: () => string | null): string[] =>
  locales.map((locale) => {
    applyLocale(locale)
    return (write() ?? '').replace(/\s/g, ' ')
  })
const inEach = (text: string): string[] => writtenInEach(() => sourceText(text))

afterEach(() => applyLocale(english))

describe('A text of the source', () => {
  it('is unchanged in English', () => {
    expect(sourceText('Adult / Male / BLUE / Light')).toBe('Adult / Male / BLUE / Light')
  })

  it('that is a division is translated with the words of the sport', () => {
    expect(inEach('Adult / Male / BLUE / Light')).toEqual([
      'Adulto / Masculino / AZUL / Leve',
      'Adulto / Masculino / AZUL / Ligero',
      'アダルト / 男子 / 青帯 / ライト級',
    ])
    expect(inEach('Master 1 / Female / BLACK / Open Class')).toEqual([
      'Master 1 / Feminino / PRETA / Absoluto',
      'Máster 1 / Femenino / NEGRO / Absoluto',
      'マスター1 / 女子 / 黒帯 / オープンクラス',
    ])
    expect(portuguese.sourceText('Pee-Wee 2 / Male / YELLOW-GREY / Ultra Heavy')).toBe(
      'Mirim 2 / Masculino / AMARELA-CINZA / Pesadíssimo',
    )
  })

  it('that is a round is translated with the word order of the language', () => {
    expect(inEach('Round 2')).toEqual(['2ª rodada', 'Ronda 2', '2回戦'])
    expect(inEach('Semi-Final')).toEqual(['Semifinal', 'Semifinal', '準決勝'])
  })

  it('that is unknown is shown unchanged, and so is each unknown word of a division', () => {
    for (const text of ['', 'Legends / Male / BLUE-ISH / Featherish', 'Fight 12', 'Reykjavik', 'Mat 4'])
      expect(portuguese.sourceText(text)).toBe(text.replace('Male', 'Masculino'))
  })

  it('that is a time zone has its friendly name', () => {
    expect(inEach(timezoneLabel('America/Sao_Paulo'))).toEqual(['Brasília', 'Brasil', 'ブラジリア時間'])
    expect(inEach(timezoneLabel('Europe/Berlin'))[2]).toBe('中央ヨーロッパ時間')
    expect(inEach(timezoneLabel('America/Argentina/Buenos_Aires'))).toEqual(Array(3).fill('Buenos Aires'))
  })
})

describe('A clock time', () => {
  it('has the 24-hour format in every language but English', () => {
    expect(writtenInEach(() => clockText(clockTime('14:27')))).toEqual(['14:27', '14:27', '14:27'])
    expect(writtenInEach(() => clockText(clockTime('09:05')))).toEqual(['9:05', '9:05', '9:05'])
  })
})

describe('A day', () => {
  it('has the language’s own format', () => {
    expect(writtenInEach(() => dayText('2026-11-21'))).toEqual(['sáb., 21/11', 'sáb, 21/11', '11/21(土)'])
    expect(writtenInEach(() => weekdayText('2026-11-21'))).toEqual(['sábado', 'sábado', '土'])
    expect(writtenInEach(() => monthDayText('2028-02-29'))).toEqual(['29/02', '29/2', '2/29'])
  })

  it('has the language’s own format in a range of days', () => {
    expect(writtenInEach(() => datesText({ startsOn: '2026-11-21', endsOn: '2026-11-22' }))).toEqual([
      '21 – 22 de nov. de 2026',
      '21–22 nov 2026',
      '2026年11月21日～22日',
    ])
    expect(writtenInEach(() => datesText({ startsOn: '2026-12-31', endsOn: '2027-01-01' }))[2]).toBe(
      '2026年12月31日～2027年1月1日',
    )
    expect(writtenInEach(() => datesText({ startsOn: '2026-11-21', endsOn: '2026-11-21' }))[1]).toBe(
      'sábado, 21 de nov de 2026',
    )
  })
})

describe('A sentence of the server', () => {
  it('is unchanged in English', () => {
    expect(serverText(accountTexts.usernameTaken, 'taken')).toBe(accountTexts.usernameTaken)
  })

  it('is translated by its wording, otherwise by its code, and otherwise unchanged', () => {
    applyLocale(portuguese)
    expect(serverText(shareTexts.invalid, 'not-found')).toBe('Link de compartilhamento inválido')
    expect(serverText('A sentence that is new', 'taken')).toBe('Este nome ou e-mail não pode ser usado.')
    expect(serverText('A sentence that is new', 'news')).toBe('A sentence that is new')
  })

  it('about an account is translated by its wording once the texts of the account’s screens are loaded', async () => {
    applyLocale(portuguese)
    await loadTexts('auth')
    expect(serverText(accountTexts.usernameTaken, 'taken')).toBe('Esse nome de usuário já está em uso.')
    await setLocale(japanese)
    expect(serverText(accountTexts.usernameTaken, 'taken')).toBe('このユーザー名はすでに使われています。')
    await setLocale(english)
    expect(serverText(accountTexts.usernameTaken, 'taken')).toBe(accountTexts.usernameTaken)
  })
})

describe('Another language', () => {
  it('replaces the texts of a loaded part until English is chosen again', async () => {
    await loadTexts('help')
    expect(t('help.title')).toBe('Help & Support')
    await setLocale(japanese)
    expect(t('help.title')).toBe('ヘルプとサポート')
    await setLocale(english)
    expect(t('help.title')).toBe('Help & Support')
  })

  it('has its own number format, ordinals, word order and dates', async () => {
    await setLocale(portuguese)
    expect(numberText(10_000)).toBe('10.000')
    expect([0, 1, 2].map((count) => t('matches.found', { count }))).toEqual(
      [0, 1, 2].map((count) => `Lutas encontradas: ${count}`),
    )
    expect(ordinalText(2)).toBe('2º')
    expect(beltText('YELLOW-GREY')).toBe('Faixa amarela e cinza')
    expect(tournamentDates({ startsOn: '2026-11-28', endsOn: null })).toBe('sáb., 28 de nov.')
  })

  it('writes the day of the viewer’s own time in its own format', async () => {
    await setLocale(japanese)
    expect(ownTime('2026-11-21T19:27:00Z', 'America/New_York', 'Asia/Tokyo')).toMatch(/^日.*4:27$/)
  })

  it('falls back to the English part when its own cannot be loaded', async () => {
    await setLocale({ ...spanish, parts: { ...spanish.parts, support: () => Promise.reject(new Error('offline')) } })
    await loadTexts('support')
    expect(t('donate.title')).toBe('Donate')
  })
})
