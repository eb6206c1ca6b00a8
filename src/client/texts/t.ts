// The one door to the message catalogue: `t('key', { params })`, checked by the compiler down to each placeholder.
import { type Catalogue, en } from './en.ts'

type Messages = typeof en
export type MessageKey = keyof Messages

/** The placeholders of a text: 'vs {opponent}' has 'opponent'. */
type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type FormsOf<Message> = Message extends string ? Message : Message[keyof Message]
type ParamsOf<Key extends MessageKey> = Names<FormsOf<Messages[Key]>> | (Messages[Key] extends string ? never : 'count')
type Arguments<Key extends MessageKey> = [ParamsOf<Key>] extends [never]
  ? []
  : [params: Record<ParamsOf<Key>, string | number>]

/** The language shown, also that of dates and numbers. */
export const language = 'en'
const catalogue: Catalogue = en

const plural = new Intl.PluralRules(language)
const ordinal = new Intl.PluralRules(language, { type: 'ordinal' })
const number = new Intl.NumberFormat(language)

/** The message in the language shown. Numbers are written its way; `count` chooses among plural forms. */
export function t<Key extends MessageKey>(key: Key, ...[params]: Arguments<Key>): string {
  const message = catalogue[key]
  const values: Record<string, string | number> = params ?? {}
  const text = typeof message === 'string' ? message : (message[plural.select(Number(values.count))] ?? message.other)
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : typeof value === 'number' ? number.format(value) : value
  })
}

/** '1st', '2nd', '3rd'. */
export function ordinalText(count: number): string {
  const form = ordinal.select(count)
  const key = form === 'one' || form === 'two' || form === 'few' ? (`ordinal.${form}` as const) : 'ordinal.other'
  return t(key, { count })
}
