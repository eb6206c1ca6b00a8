// Cleans and compares names. The source has double and trailing blanks; searches ignore case, accents and width.

import { visibleText } from './visible-text.ts'

const longestText = 200
/** No more than this of a hostile text is looked at. */
const longestRaw = 20_000

/** Matches most texts that are already clean, Latin words with single blanks; this is much faster than cleaning them. */
const alreadyClean = /^[!-~\u00A1-\u00AC\u00AE-\u024F]+(?: [!-~\u00A1-\u00AC\u00AE-\u024F]+)*$/

/** Letters of scripts in which an invisible joiner between two letters changes their form: Persian, the scripts of India. */
const joining =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Nko}\\p{Script=Devanagari}\\p{Script=Bengali}' +
  '\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}' +
  '\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}'

/**
 * The invisible characters that belong to what is seen, as the first group: the joiner between two emoji, the tags of a flag, and a
 * joiner between two letters of a joining script or after its virama. Else one control or format character.
 */
const invisible = (): RegExp =>
  (madeInvisible ??= new RegExp(
    [
      '((?<=\\p{Extended_Pictographic}[\\ufe0f\\u{1f3fb}-\\u{1f3ff}]?)\\u200d(?=\\p{Extended_Pictographic})',
      '(?<=\\u{1f3f4})[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{3,6}\\u{e007f}',
      `(?<=(?=[${joining}])\\p{L}\\p{M}{0,4})[\\u200c\\u200d](?=(?=[${joining}])\\p{L})`,
      `(?<=(?=[${joining}])\\p{L}\\p{M}{0,3}\\p{Mn})\\u200d)`,
      '[\\p{Cc}\\p{Cf}]',
    ].join('|'),
    'gu',
  ))
/** Made when it is first needed: the pages that clean no text leave it out. */
let madeInvisible: RegExp | undefined

/** Without the control and format characters that belong to nothing that is seen. */
const withoutInvisible = (text: string): string =>
  text.replace(invisible(), (found: string, part: string | undefined) => part ?? (/\s/.test(found) ? ' ' : ''))

/**
 * Collapses white space, drops control and invisible format characters, except those that an emoji, a flag or a word contains,
 * replaces broken surrogates by U+FFFD, and cuts at 200 UTF-16 code units. A character keeps at most three marks above or below
 * it. Empty if nothing in the text can be seen.
 */
export function cleanText(raw: string): string {
  const bare = raw.trim()
  if (bare.length <= longestText && alreadyClean.test(bare)) return bare
  const visible = visibleText(withoutInvisible(raw.slice(0, longestRaw).toWellFormed()))
  const text = visible.replace(/\s+/g, ' ').trim()
  if (text.length <= longestText) return text
  const cut = text.slice(0, longestText).replace(/[\uD800-\uDBFF]$/, '')
  // An invisible character at the cut has lost its other half.
  return withoutInvisible(cut).trimEnd()
}

/** Letters of living scripts that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * A name within a text without markup: between the signs FSI and PDI if it has letters from right to left, so that it does not
 * change the order of the words around it.
 */
export const isolated = (name: string): string => (rightToLeft.test(name) ? `\u2068${name}\u2069` : name)

/** Trims a user's note and drops its control characters; keeps its line breaks and tabs. */
export const cleanNote = (raw: string): string =>
  raw
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()

/** Letters without a Unicode decomposition, mapped to what people type on other keyboards. */
const plainLetters: Record<string, string> = {
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ß: 'ss',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  ð: 'd',
  þ: 'th',
}

/** Normalises a word: lower case, no accents, no invisible characters, half-width Latin, single blanks. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/[øđłßıæœðþ]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
}

/** The apostrophes of all keyboards, and the letters that are written like one: the ʻokina, the Hebrew geresh. */
export const apostrophes = /['`´ʹ-ˋ‘-‛′‵՚׳ꞌ＇]/g

/** Between these letters (Hangul, Kana, Han; folded) a blank is optional. */
const blankWithin = /(?<=[ᄀ-ᇿ⺀-鿿]) (?=[ᄀ-ᇿ⺀-鿿])/g

/** The words of a name, folded, without apostrophes; hyphens and other punctuation separate them, apart from signs (`a_b`). */
const wordsOf = (name: string): string[] =>
  fold(name.replace(apostrophes, ''))
    .split(/(?:\s|[^\P{P}#%&*@\\_])+/u)
    .filter(Boolean)

/**
 * Equal for the spellings of one name: it ignores case, accents, apostrophes, punctuation, and blanks within a Japanese, Chinese or
 * Korean name. The words keep their order. The names in the database are stored in this form, too.
 */
export const nameKey = (name: string): string => wordsOf(name).join(' ').replace(blankWithin, '') || fold(name)

/** What is searched for: the key of the whole term, and its words. */
export type SearchTerm = { whole: string; words: readonly string[] }

export const searchTerm = (term: string): SearchTerm => ({ whole: nameKey(term), words: wordsOf(term) })

/** Where a word is in a text with the key of a name, for which its beginning counts; a word of a script without blanks, anywhere. */
export const wordPattern = (word: string): string => (/^[ᄀ-ᇿ⺀-鿿]/.test(word) ? word : ` ${word}`)

/** True if the key of a name contains the term, or all its words in any order: middle names may be left out. */
export const hasTerm = (key: string, { whole, words }: SearchTerm): boolean =>
  key.includes(whole) || words.every((word) => ` ${key}`.includes(wordPattern(word)))

/** True if one of the texts contains the term, as `hasTerm` compares them. */
export function matchesSearch(term: string, ...texts: (string | null | undefined)[]): boolean {
  const wanted = searchTerm(term)
  return wanted.whole === '' || texts.some((text) => text != null && hasTerm(nameKey(text), wanted))
}
