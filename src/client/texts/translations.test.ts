// What a translation says well. That it says everything, with its placeholders and forms, is checked in languages.test.ts.
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
