// The message catalogue: `t('key', { params })`, checked by the compiler down to each placeholder. The messages of the first
// screens are loaded at the start; each lazy screen loads its own part. English is in the app's bundle, every other locale
// is loaded on demand (language.ts).
import type { Language } from '#contract/language.ts'
import { isolated } from '#domain/name.ts'
import { en } from './en.ts'
import type { texts as previewTexts } from './en/preview.ts'
import type { texts as sharedTexts } from './en/shared.ts'

type Message = string | (Partial<Record<Intl.LDMLPluralRule, string>> & { other: string })
/** Messages by key. `count` selects the plural form of a message that has several. */
export type Texts = Readonly<Record<string, Message>>

/**
 * The same messages in another language. A message whose English text has a `count` may be an object of that language's
 * plural forms; `other` is required. languages.test.ts checks that the placeholders are the same.
 */
export type Translation<English> = Readonly<Record<keyof English, Message>>

/** Parts of the catalogue that are loaded with their screens. */
const parts = {
  admin: () => import('./en/admin.ts'),
  athletes: () => import('./en/athletes.ts'),
  profile: () => import('./en/profile.ts'),
  auth: () => import('./en/auth.ts'),
  tournament: () => import('./en/tournament.ts'),
  diagnostics: () => import('./en/diagnostics.ts'),
  help: () => import('./en/help.ts'),
  support: () => import('./en/support.ts'),
  settings: () => import('./en/settings.ts'),
  share: () => import('./en/share.ts'),
  account: () => import('./en/account.ts'),
  offers: () => import('./en/offers.ts'),
  day: () => import('./en/day.ts'),
  claims: () => import('./en/claims.ts'),
  tournaments: () => import('./en/tournaments.ts'),
  'tournament-state': () => import('./en/tournament-state.ts'),
  source: () => import('./en/source.ts'),
  'not-found': () => import('./en/not-found.ts'),
} satisfies Record<string, () => Promise<{ texts: Texts }>>

export type Part = keyof typeof parts
/** Parts of the public page, a bundle of its own that includes them. */
type SharedTexts = typeof sharedTexts | typeof previewTexts
type PartTexts = { [Each in Part]: Awaited<ReturnType<(typeof parts)[Each]>>['texts'] }[Part] | SharedTexts
type UnionToIntersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer Whole,
) => void
  ? Whole
  : never
type Messages = typeof en & UnionToIntersection<PartTexts>
export type MessageKey = keyof Messages

/** The placeholders of a text: 'vs {opponent}' has 'opponent'. */
type Placeholders<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never
type FormsOf<Message> = Message extends string ? Message : Message[keyof Message]
type ParamsOf<Key extends MessageKey> =
  | Placeholders<FormsOf<Messages[Key]>>
  | (Messages[Key] extends string ? never : 'count')
type Arguments<Key extends MessageKey> = [ParamsOf<Key>] extends [never]
  ? []
  : [params: Record<ParamsOf<Key>, string | number>]

/** A language with its messages and its translations of the source's and the server's texts. */
export type Locale = {
  language: Language
  texts: Texts
  /** Parts that are loaded with their screens; `sentences` translates sentences of the server. */
  parts: Record<Part, () => Promise<{ texts: Texts; sentences?: Texts }>>
  /** See `sourceText` and `serverText`. */
  sourceText: (text: string) => string
  serverText: (sentence: string, code: string | null) => string
}

/** The locale in use. A bundle that includes all its texts needs no `parts`. */
type LoadedLocale = Omit<Locale, 'parts'> & Partial<Pick<Locale, 'parts'>>

const identity = (text: string): string => text

/** English: texts of the source and the server are shown unchanged. */
export const english: Locale = { language: 'en', texts: en, parts, sourceText: identity, serverText: identity }

/** Null means English, without its parts: the public page's bundle must not include their imports. */
let current: LoadedLocale | null = null
/** Empty until `applyLocale` or `addTexts` is called. */
let catalogue: Texts = {}
const partsInUse = new Set<Part>()
const listeners = new Set<() => void>()

/** The language of the texts, dates and numbers on the screen. */
export const shownLanguage = (): Language => current?.language ?? 'en'

/** Calls the listener after each change of locale; returns a function that removes it. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Loads the parts in use in the new locale, then switches to it, so that no text is ever shown as its key. */
export async function setLocale(locale: Locale): Promise<void> {
  const loaded = new Map<Part, Texts>()
  const partsToLoad = (): Part[] => [...partsInUse].filter((part) => !loaded.has(part))
  // Screens may request further parts meanwhile.
  while (partsToLoad().length > 0)
    await Promise.all(partsToLoad().map(async (part) => loaded.set(part, await partOf(locale, part))))
  applyLocale(locale, ...loaded.values())
}

/** Switches to a locale whose texts are already loaded, as on the server. */
export function applyLocale(locale: LoadedLocale, ...texts: Texts[]): void {
  current = locale
  catalogue = Object.assign({}, locale.texts, ...texts) as Texts
  for (const listener of listeners) listener()
}

/** Loads a part of the catalogue; until it is loaded, `t` returns its keys. */
export async function loadTexts(part: Part): Promise<void> {
  partsInUse.add(part)
  let locale, texts
  do {
    locale = current
    texts = await partOf(locale ?? english, part)
  } while (locale !== current)
  addTexts(texts)
}

/** A part in the locale's language, or in English when it cannot be loaded. */
async function partOf({ parts: own = english.parts }: LoadedLocale, part: Part): Promise<Texts> {
  const { texts, sentences } = await own[part]().catch(english.parts[part])
  return { ...texts, ...sentences }
}

/** Adds a part that is already loaded, as in the public page's bundle. */
export function addTexts(texts: Texts): void {
  catalogue = { ...catalogue, ...texts }
}

/** Caches the result of `make` per language. */
export function perLanguage<Made>(make: (language: Language) => Made): () => Made {
  const made: Partial<Record<Language, Made>> = {}
  return () => (made[shownLanguage()] ??= make(shownLanguage()))
}

const plural = /* @__PURE__ */ perLanguage((language) => new Intl.PluralRules(language))
const ordinal = /* @__PURE__ */ perLanguage((language) => new Intl.PluralRules(language, { type: 'ordinal' }))
const number = /* @__PURE__ */ perLanguage((language) => new Intl.NumberFormat(language))

/** The message in the current language. Formats numbers for it, and isolates names; `count` selects the plural form. */
export function t<Key extends MessageKey>(key: Key, ...[params]: Arguments<Key>): string {
  const message = catalogue[key] ?? key
  const values: Record<string, string | number> = params ?? {}
  const text = typeof message === 'string' ? message : (message[plural().select(Number(values.count))] ?? message.other)
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : typeof value === 'number' ? number().format(value) : isolated(value)
  })
}

/**
 * Translates a text of the source: a division, round or category, a day's name ('Day 1') or a time zone's (languages/).
 * Unknown texts are returned unchanged.
 */
export const sourceText = (text: string): string => current?.sourceText(text) ?? text

/** Translates a sentence of the server by its wording, else by its code; English returns it unchanged. */
export const serverText = (sentence: string, code: string | null = null): string =>
  (catalogue[sentence] as string | undefined) ?? current?.serverText(sentence, code) ?? sentence

/** '1st', '2nd', '3rd'. */
export function ordinalText(count: number): string {
  const form = ordinal().select(count)
  const key = form === 'one' || form === 'two' || form === 'few' ? (`ordinal.${form}` as const) : 'ordinal.other'
  return t(key, { count })
}
