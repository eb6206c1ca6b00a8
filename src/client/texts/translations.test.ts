import { readdirSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Texts } from './t.ts'

type Message = Texts[string]
type Entry = { key: string; english: Message; message: Message }

/** The first screens' messages and each part's, under one another. */
const partFiles = readdirSync(new URL('en', import.meta.url))

async function catalogueOf(language: string): Promise<Texts[]> {
  const core = (await import(/* @vite-ignore */ `./${language}.ts`)) as { texts?: Texts; en?: Texts }
  const parts = await Promise.all(
    partFiles.map(
      async (file) => ((await import(/* @vite-ignore */ `./${language}/${file}`)) as { texts: Texts }).texts,
    ),
  )
  return [core.texts ?? core.en ?? {}, ...parts]
}

const formsOf = (message: Message): string[] => (typeof message === 'string' ? [message] : Object.values(message))
const lastOf = (message: Message): string => (typeof message === 'string' ? message : message.other)
const placeholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))].sort()
const withoutCount = (text: string): string =>
  placeholders(text)
    .filter((name) => name !== 'count')
    .join()
/** What is left to read once names, numbers and marks are taken away. */
const wordsIn = (text: string): string => text.replace(/\{\w+\}/g, '').replace(/[^\p{L}]/gu, '')

/** What is the same in every language: the product's name, marks and units. */
const sameInAll = ['app.name', 'profile.httpStatus', 'diagnostics.id']
const binaryUnits = ['admin.kilobytes', 'admin.megabytes', 'admin.gigabytes']
const timeUnits = [
  'time.seconds',
  'time.minutes',
  'time.hours',
  'time.hoursMinutes',
  'help.exampleMoved',
  'help.exampleAge',
]
const sameAsEnglish: Record<string, string[]> = {
  'pt-br': [
    ...sameInAll,
    ...binaryUnits,
    ...timeUnits,
    'time.countdownSeconds',
    'match.versus',
    'match.versusTeam',
    'nav.menu',
  ],
  es: [...sameInAll, ...binaryUnits, ...timeUnits, 'diagnostics.no'],
  ja: [...sameInAll, ...binaryUnits, 'match.versus', 'match.versusTeam'],
}

describe.each(['pt-br', 'es', 'ja'])('the translation into %s', (language) => {
  let english: Texts[]
  let translated: Texts[]
  let entries: Entry[]
  beforeAll(async () => {
    english = await catalogueOf('en')
    translated = await catalogueOf(language)
    entries = english.flatMap((part, index) =>
      Object.entries(part).map(([key, message]) => ({
        key,
        english: message,
        message: translated[index]?.[key] ?? '',
      })),
    )
  })
  const keysWhere = (isFaulty: (entry: Entry) => boolean): string[] => entries.filter(isFaulty).map(({ key }) => key)

  it('has the English parts with the English keys, no more and no fewer', () => {
    expect(readdirSync(new URL(language, import.meta.url))).toEqual(partFiles)
    expect(translated.map((part) => Object.keys(part).sort())).toEqual(english.map((part) => Object.keys(part).sort()))
  })

  it('leaves no text empty', () => {
    expect(keysWhere(({ message }) => formsOf(message).some((text) => text.trim() === ''))).toEqual([])
  })

  it('has the placeholders of the English text; a form may leave out the count as one does in English', () => {
    const isUneven = ({ english: original, message }: Entry): boolean =>
      placeholders(lastOf(message)).join() !== placeholders(lastOf(original)).join() ||
      formsOf(message).some((text) => withoutCount(text) !== withoutCount(lastOf(original)))
    expect(keysWhere(isUneven)).toEqual([])
  })

  it('has only whole placeholders', () => {
    const isBroken = (text: string): boolean => /[{}]/.test(text.replace(/\{\w+\}/g, ''))
    expect(keysWhere(({ message }) => formsOf(message).some(isBroken))).toEqual([])
  })

  it('has the plural forms of its language, where there is something to count', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    // Of millions nobody says anything here: 'other' does for them.
    const needed = pluralCategories.filter((form) => form !== 'many').sort()
    const isUnfit = ({ english: original, message }: Entry): boolean => {
      if (typeof message === 'string') return typeof original !== 'string'
      const isCounted = typeof original !== 'string' || placeholders(original).includes('count')
      const forms = Object.keys(message).filter((form) => form !== 'many')
      return !isCounted || forms.sort().join() !== needed.join()
    }
    expect(keysWhere(isUnfit)).toEqual([])
  })

  it('leaves nothing in English but what is the same in both', () => {
    const same = keysWhere(
      ({ english: original, message }) =>
        wordsIn(lastOf(original)) !== '' && formsOf(message).some((text) => formsOf(original).includes(text)),
    )
    expect(same.sort()).toEqual((sameAsEnglish[language] ?? []).sort())
  })

  it('writes no clock times, dates or large numbers of its own: those come as the language writes them', () => {
    const isWritten = (text: string): boolean => /\d[:/.,]\d{2}|\b[ap]\.? ?m\b/i.test(text.replace(/v1\.00/, ''))
    expect(keysWhere(({ message }) => formsOf(message).some(isWritten))).toEqual([])
  })

  it('fits the short places of a phone: the lower bar and the words of a card', () => {
    const most = { 'nav.matches': 10, 'nav.athletes': 10, 'nav.menu': 10, 'match.mat': 7, 'match.live': 10 }
    const letters = ({ message }: Entry): number => lastOf(message).length
    expect(keysWhere((entry) => letters(entry) > (most[entry.key as keyof typeof most] ?? Infinity))).toEqual([])
  })
})

describe('the translation into ja', () => {
  it('is Japanese wherever there are words', async () => {
    const latin = (await catalogueOf('ja')).flatMap((part) =>
      Object.entries(part)
        .filter(([, message]) =>
          formsOf(message).some((text) => wordsIn(text) !== '' && !/[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}]/u.test(text)),
        )
        .map(([key]) => key),
    )
    expect(latin.sort()).toEqual((sameAsEnglish.ja ?? []).sort())
  })
})
