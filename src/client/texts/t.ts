// The one door to the message catalogue: `t('key', { params })`, checked by the compiler down to each placeholder. The
// first screens' messages are there from the start; a screen that is loaded when it is needed brings its part. English is
// in the app's program, every other language is a tongue that is loaded (language.ts) and spoken from then on.
import type { Language } from '#contract/language.ts'
import { en } from './en.ts'
import type { texts as previewTexts } from './en/preview.ts'
import type { texts as sharedTexts } from './en/shared.ts'

type Message = string | (Partial<Record<Intl.LDMLPluralRule, string>> & { other: string })
/** Messages under their keys. One with a plural form is chosen by its `count`. */
export type Texts = Readonly<Record<string, Message>>

/**
 * The same messages in another language: each is a text, or the plural forms which that language has (`other` always),
 * where the English one has a `count`. That the placeholders are the same is checked in languages.test.ts.
 */
export type Translation<English> = Readonly<Record<keyof English, Message>>

/** The parts of the catalogue that come with their screens. */
const parts = {
  admin: () => import('./en/admin.ts'),
  athletes: () => import('./en/athletes.ts'),
  profile: () => import('./en/profile.ts'),
  auth: () => import('./en/auth.ts'),
  tournament: () => import('./en/tournament.ts'),
  diagnostics: () => import('./en/diagnostics.ts'),
  help: () => import('./en/help.ts'),
  donate: () => import('./en/donate.ts'),
  sponsors: () => import('./en/sponsors.ts'),
  settings: () => import('./en/settings.ts'),
  share: () => import('./en/share.ts'),
  offers: () => import('./en/offers.ts'),
  adding: () => import('./en/adding.ts'),
  followed: () => import('./en/followed.ts'),
  tournaments: () => import('./en/tournaments.ts'),
  'not-found': () => import('./en/not-found.ts'),
} satisfies Record<string, () => Promise<{ texts: Texts }>>

export type Part = keyof typeof parts
/** Parts of the public page, a program of its own that has them from the start. */
type SharedTexts = typeof sharedTexts | typeof previewTexts
type PartTexts = { [Each in Part]: Awaited<ReturnType<(typeof parts)[Each]>>['texts'] }[Part] | SharedTexts
type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer Whole) => void
  ? Whole
  : never
type Messages = typeof en & All<PartTexts>
export type MessageKey = keyof Messages

/** The placeholders of a text: 'vs {opponent}' has 'opponent'. */
type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type FormsOf<Message> = Message extends string ? Message : Message[keyof Message]
type ParamsOf<Key extends MessageKey> = Names<FormsOf<Messages[Key]>> | (Messages[Key] extends string ? never : 'count')
type Arguments<Key extends MessageKey> = [ParamsOf<Key>] extends [never]
  ? []
  : [params: Record<ParamsOf<Key>, string | number>]

/** A language with all that is said in it. */
export type Tongue = {
  language: Language
  texts: Texts
  /** The parts that come with their screens. */
  parts: Record<Part, () => Promise<{ texts: Texts }>>
  /** See `sourceText` and `serverText`. */
  sourceText: (text: string) => string
  serverText: (sentence: string, code: string | null) => string
}

/** What is spoken; a program that has all its texts from the start brings no parts. */
type Speech = Omit<Tongue, 'parts'> & Partial<Pick<Tongue, 'parts'>>

const same = (text: string): string => text

/** English: what the source and the server say stays as it is. */
export const english: Tongue = { language: 'en', texts: en, parts, sourceText: same, serverText: same }

/** Null is English: a program that brings no parts has nothing of where they are. */
let spoken: Speech | null = null
/** Empty until a program says a language, or adds the texts that came with it. */
let catalogue: Texts = {}
const needed = new Set<Part>()
const listeners = new Set<() => void>()

/** The language shown, also that of dates and numbers. */
export const shownLanguage = (): Language => spoken?.language ?? 'en'

/** Calls the listener whenever another language is spoken; returns the way to stop it. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Says everything in another language from now on: first its parts are brought, so that no key is read as itself. */
export async function speak(tongue: Tongue): Promise<void> {
  const texts = await Promise.all([...needed].map((part) => partOf(tongue, part)))
  say(tongue, ...texts)
}

/** The same for texts that are there already, as on the server. */
export function say(tongue: Speech, ...texts: Texts[]): void {
  spoken = tongue
  catalogue = Object.assign({}, tongue.texts, ...texts) as Texts
  for (const listener of listeners) listener()
}

/** Brings a part of the catalogue; its keys read as themselves until then. */
export async function loadTexts(part: Part): Promise<void> {
  needed.add(part)
  let tongue, texts
  do {
    tongue = spoken
    texts = await partOf(tongue ?? english, part)
  } while (tongue !== spoken)
  addTexts(texts)
}

/** A part in a language, in English where it cannot be brought. */
const partOf = async ({ parts: own = english.parts }: Speech, part: Part): Promise<Texts> =>
  (await own[part]().catch(english.parts[part])).texts

/** Adds a part that is there already, as in a program of its own. */
export function addTexts(texts: Texts): void {
  catalogue = { ...catalogue, ...texts }
}

/** Something that is made once for each language: `make` gets its tag. */
export function perLanguage<Made>(make: (language: Language) => Made): () => Made {
  const made: Partial<Record<Language, Made>> = {}
  return () => (made[shownLanguage()] ??= make(shownLanguage()))
}

const plural = /* @__PURE__ */ perLanguage((language) => new Intl.PluralRules(language))
const ordinal = /* @__PURE__ */ perLanguage((language) => new Intl.PluralRules(language, { type: 'ordinal' }))
const number = /* @__PURE__ */ perLanguage((language) => new Intl.NumberFormat(language))

/** The message in the language shown. Numbers are written its way; `count` chooses among plural forms. */
export function t<Key extends MessageKey>(key: Key, ...[params]: Arguments<Key>): string {
  const message = catalogue[key] ?? key
  const values: Record<string, string | number> = params ?? {}
  const text = typeof message === 'string' ? message : (message[plural().select(Number(values.count))] ?? message.other)
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : typeof value === 'number' ? number().format(value) : value
  })
}

/**
 * What the source says of the sport, in the language shown: a division, round or category, the name of a day ('Day 1'), or
 * that of a time zone (languages/). What is not known stays as it is.
 */
export const sourceText = (text: string): string => spoken?.sourceText(text) ?? text

/** A sentence of the server's in the language shown, by its words or else by its code; in English it stays as it is. */
export const serverText = (sentence: string, code: string | null = null): string =>
  spoken?.serverText(sentence, code) ?? sentence

/** '1st', '2nd', '3rd'. */
export function ordinalText(count: number): string {
  const form = ordinal().select(count)
  const key = form === 'one' || form === 'two' || form === 'few' ? (`ordinal.${form}` as const) : 'ordinal.other'
  return t(key, { count })
}
