import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { en } from './en.ts'
import { locale as spanish } from './languages/es.ts'
import { locale as japanese } from './languages/ja.ts'
import { locale as portuguese } from './languages/pt-br.ts'
import { english, type Texts, type Locale } from './t.ts'

const here = import.meta.dirname
const placeholders = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort()
const formsOf = (message: Texts[string] | undefined): [form: string, text: string][] =>
  message === undefined ? [] : typeof message === 'string' ? [['other', message]] : Object.entries(message)

/** All parts of a language by name, including the public page's; the first messages are 'core'. */
async function partsOf({ language, texts }: Locale): Promise<Record<string, Texts>> {
  const folder = `${here}/${language.toLowerCase()}`
  const parts = globSync(`${folder}/*.ts`).map(
    async (file) =>
      [basename(file, '.ts'), ((await import(/* @vite-ignore */ file)) as { texts: Texts }).texts] as const,
  )
  return { core: texts, ...Object.fromEntries(await Promise.all(parts)) }
}

/** The errors in a language's messages, compared with the English ones. */
function faults(language: string, translated: Texts, original: Texts): string[] {
  const rules = new Intl.PluralRules(language)
  const { pluralCategories } = rules.resolvedOptions()
  // The plural forms of common whole numbers.
  const needed = new Set(Array.from({ length: 1_000 }, (_, count) => rules.select(count)))
  const problems = Object.entries(translated).flatMap(([key, message]) => {
    const [wanted = []] = formsOf(original[key])
      .map(([, text]) => placeholders(text))
      .sort((a, b) => b.length - a.length)
    const forms = formsOf(message).map(([form]) => form)
    return [
      ...(original[key] === undefined ? [`${key} is not a message`] : []),
      ...(typeof message === 'string' || wanted.includes('count') ? [] : [`${key} counts nothing`]),
      ...(typeof message === 'string'
        ? []
        : [...needed].filter((form) => !forms.includes(form)).map((form) => `${key} lacks '${form}'`)),
      ...forms.filter((form) => !(pluralCategories as string[]).includes(form)).map((form) => `${key} has '${form}'`),
      ...formsOf(message).flatMap(([form, text]) => {
        // A plural form that is used for a single number may omit it.
        const names = (list: string[]): string => list.filter((name) => form === 'other' || name !== 'count').join()
        if (text.trim() === '') return [`${key} is empty`]
        if (/[{}]/.test(text.replace(/\{\w+\}/g, ''))) return [`${key} has half a placeholder`]
        return names(placeholders(text)) === names(wanted) ? [] : [`${key} has {${placeholders(text).join()}}`]
      }),
    ]
  })
  return [
    ...problems,
    ...Object.keys(original)
      .filter((key) => !(key in translated))
      .map((key) => `${key} is missing`),
  ]
}

const parts = await partsOf(english)

describe.each([portuguese, spanish, japanese])('The catalogue in $language', async (locale) => {
  const translated = await partsOf(locale)

  it('has every part of the English catalogue', () => {
    expect(Object.keys(translated).sort()).toEqual(Object.keys(parts).sort())
  })

  it('has every message with the English placeholders, in its own plural forms', () => {
    const found = Object.entries(parts).flatMap(([part, original]) =>
      faults(locale.language, translated[part] ?? {}, original),
    )
    expect(found).toEqual([])
  })

  it('loads with each screen the texts of that screen', async () => {
    for (const [part, load] of Object.entries(locale.parts)) expect((await load()).texts).toBe(translated[part])
  })
})

describe('The check of a language', () => {
  it.each([
    ['a message that is missing', { greeting: 'Oi' }, ['days is missing']],
    ['an unknown message', { greeting: 'Oi', days: '{count} dias', bye: 'Tchau' }, ['bye is not a message']],
    ['another placeholder', { greeting: 'Oi {nome}', days: '{count} dias' }, ['greeting has {nome}']],
    ['a lost placeholder', { greeting: 'Oi', days: { one: 'um dia', other: 'dias' } }, ['days has {}']],
    ['a missing form', { greeting: 'Oi', days: { other: '{count} dias' } }, ["days lacks 'one'"]],
    [
      'a plural form that the language does not have',
      { greeting: 'Oi', days: { one: '{count} dia', two: '{count}', other: '{count} dias' } },
      ["days has 'two'"],
    ],
    ['an empty text', { greeting: ' ', days: '{count} dias' }, ['greeting is empty']],
  ])('finds %s', (_, translated, found) => {
    const original: Texts = { greeting: 'Hello', days: { one: '{count} day', other: '{count} days' } }
    expect(faults('pt-BR', translated as Texts, original)).toEqual(found)
  })
})

describe('The messages', () => {
  const codeIn = (pattern: string): string =>
    globSync(pattern)
      .filter((file) => !/\.test\.tsx?$|\/texts\/(?:en|es|ja|pt-br|languages)(?:\.ts$|\/)/.test(file))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
  const code = codeIn('src/client/**/*.{ts,tsx}')
  const words = code + codeIn('src/{contract,domain}/*.ts')
  // A template such as `nav.${tab}` matches every key with this prefix whose rest occurs as a word in the sources.
  const templateKeys = [...code.matchAll(/`((?:[\w-]+\.)+[\w-]*)\$\{[^`}]*\}([\w.-]*)`/g)]
  const isComposed = (key: string): boolean =>
    templateKeys.some(
      ([, start = '', end = '']) =>
        key.startsWith(start) &&
        key.endsWith(end) &&
        new RegExp(`(?:'|\\n {2,}(?:readonly )?)${key.slice(start.length, key.length - end.length)}(?:'|: )`).test(
          words,
        ),
    )
  const isUsed = (key: string): boolean => code.includes(`'${key}'`) || isComposed(key)

  it('are all used', () => {
    const unused = Object.values({ ...parts, core: en })
      .flatMap(Object.keys)
      .filter((key) => !isUsed(key))
    expect(unused).toEqual([])
  })

  it('are recognised as used or unused', () => {
    expect(['nav.menu', 'colour.BLUE', 'nav.nowhere'].map(isUsed)).toEqual([true, true, false])
  })
})
