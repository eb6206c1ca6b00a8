// Checks beyond languages.test.ts: that each text is translated, and fits its place on the screen.
import { describe, expect, it } from 'vitest'
import { locale as spanish, words as spanishWords } from './languages/es.ts'
import { locale as japanese, words as japaneseWords } from './languages/ja.ts'
import { locale as portuguese, words as portugueseWords } from './languages/pt-br.ts'
import { english, type Texts, type Locale } from './t.ts'

type Message = Texts[string]

/** All messages of a language by key, including the public page's and the server's sentences in its parts. */
async function messagesOf({ language, texts, parts }: Locale): Promise<Texts> {
  const folder = language.toLowerCase()
  const publicPage = ['shared', 'preview'].map((file) => import(/* @vite-ignore */ `./${folder}/${file}.ts`))
  const all = (await Promise.all([...Object.values(parts).map((load) => load()), ...publicPage])) as {
    texts: Texts
    sentences?: Texts
  }[]
  return Object.assign({}, texts, ...all.flatMap((part) => [part.texts, part.sentences])) as Texts
}

const formsOf = (message: Message): string[] => (typeof message === 'string' ? [message] : Object.values(message))
/** The letters of a text without its placeholders. */
const wordsIn = (text: string): string => text.replace(/\{\w+\}/g, '').replace(/[^\p{L}]/gu, '')

/** Messages that are the same in every language: the product's name, symbols and units. */
const sameInAll = ['app.name', 'profile.httpStatus', 'diagnostics.id']
/** A series of tournaments. */
const grandSlam = 'opponent.points.grand-slam'
const binaryUnits = ['admin.kilobytes', 'admin.megabytes', 'admin.gigabytes']
const timeUnits = [
  'seconds',
  'minutes',
  'hours',
  'hoursMinutes',
  'countdownSeconds',
  'countdownMinutes',
  'countdownDays',
]
const times = [...timeUnits.map((unit) => `time.${unit}`), 'help.exampleMoved', 'help.exampleAge']
const versus = ['match.versus', 'match.versusTeam']

const original = await messagesOf(english)

describe.each([
  {
    locale: portuguese,
    same: [
      ...sameInAll,
      ...binaryUnits,
      ...times,
      ...versus,
      'team.via',
      'nav.menu',
      'admin.targetOf.link',
      'teamPage.bronze',
      grandSlam,
    ],
  },
  {
    locale: spanish,
    same: [
      ...sameInAll,
      ...binaryUnits,
      ...times,
      'diagnostics.no',
      'admin.region.Asia',
      'admin.region.Australia',
      grandSlam,
    ],
  },
  { locale: japanese, same: [...sameInAll, ...binaryUnits, ...versus] },
])('The texts in $locale.language', async ({ locale, same }) => {
  const messages = await messagesOf(locale)
  const keysWhere = (isFaulty: (text: string, key: string) => boolean): string[] =>
    Object.entries(messages)
      .filter(([key, message]) => formsOf(message).some((text) => isFaulty(text, key)))
      .map(([key]) => key)
      .sort()

  it('are translated, except those listed as the same in both languages', () => {
    const isEnglish = (text: string, key: string): boolean =>
      wordsIn(text) !== '' && formsOf(original[key] ?? '').includes(text)
    expect(keysWhere(isEnglish)).toEqual([...same].sort())
  })

  it('contain no literal clock times, dates or large numbers', () => {
    // A sentence of the server states a limit, which has no placeholder.
    const isLiteral = (text: string, key: string): boolean =>
      key in original && /\d[:/.,]\d{2}|(?<!\p{L})[ap]\.? ?m(?!\p{L})/iu.test(text.replace('v1.00', ''))
    expect(keysWhere(isLiteral)).toEqual([])
  })

  it('fit the bottom bar, the mat’s tile and the card badges of a phone', () => {
    const most: Record<string, number> = {
      'nav.matches': 10,
      'nav.athletes': 10,
      'nav.menu': 10,
      'nav.live': 8,
      'match.mat': 7,
      'match.live': 10,
      'match.due': 12,
      'match.late': 12,
      'match.win': 10,
      'match.loss': 10,
      'shared.join': 10,
    }
    expect(keysWhere((text, key) => text.length > (most[key] ?? Infinity))).toEqual([])
  })
})

describe('The options that select all', () => {
  it.each([english, spanish, portuguese, japanese])(
    'in $language differ even if only their beginnings fit',
    async (locale) => {
      const messages = await messagesOf(locale)
      const beginnings = ['allMats', 'allTeams', 'allTournaments'].map((key) =>
        formsOf(messages[`day.${key}`] ?? '')
          .join('')
          .slice(0, 2),
      )
      expect(new Set(beginnings).size).toBe(3)
    },
  )
})

describe('The words of the sport', () => {
  /** Words and forms of address that contradict docs/glossary.md. */
  const forbiddenWords = {
    'pt-BR':
      /\b(?:combates?|tatamis?|(?<!beira do )tatames?|cintur(?:ão|ões)|dispositivos?|chaveamentos?|adversári[oa]s?|teus?|tuas?)\b/i,
    es: /\b(?:luchas?|peleas?|tatames?|cuadros?|oponentes?|aparatos?|avisos(?! \()|retras\w+(?! del event)|usted(?:es)?|vuestr[oa]s?|añad\w+(?! a pantalla)|caduc\w+|pabell[oó]n\w*|peticion\w*|petición)\b/i,
    ja: /マイティマイト|デバイス|ブラケット|ファイト|対戦表|組合せ表|ベルト|畳|競技者|トーナメント(?!表)/,
  }
  it.each([
    ['pt-BR', portuguese, portugueseWords],
    ['es', spanish, spanishWords],
    ['ja', japanese, japaneseWords],
  ] as const)('in %s are those of the glossary, and so is the form of address', async (language, locale, words) => {
    const texts = [
      ...Object.values(await messagesOf(locale)).flatMap(formsOf),
      ...[words.sport, words.sentences, words.codes].flatMap((table) => Object.values(table)),
    ]
    expect(texts.filter((text) => forbiddenWords[language].test(text))).toEqual([])
  })
})

describe('The texts in ja', () => {
  it('are in Japanese script, except those listed as the same in both languages', async () => {
    const latin = Object.entries(await messagesOf(japanese))
      .filter(([, message]) =>
        formsOf(message).some((text) => wordsIn(text) !== '' && !/[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}]/u.test(text)),
      )
      .map(([key]) => key)
    expect(latin.sort()).toEqual([...sameInAll, ...binaryUnits, ...versus].sort())
  })
})
