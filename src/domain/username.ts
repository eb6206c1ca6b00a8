// The rules for usernames, after RFC 8265 (UsernameCasePreserved) and Unicode's security report (UTS 39, 'highly restrictive'
// within a word), reduced to what people need to write their names (N-10).

import { withFewMarks } from './visible-text.ts'

/** The recommended scripts of UAX 31, except Latin, Cyrillic, Greek and those in `mixedScripts`. */
const singleScripts = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Gujarati',
  'Gurmukhi',
  'Hebrew',
  'Kannada',
  'Khmer',
  'Lao',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
]
/** Scripts that one word may mix: Japanese, Korean, Chinese. */
const mixedScripts = [
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Hangul'],
  ['Han', 'Bopomofo'],
]
/** Latin letters of living languages, without small capitals and phonetic signs, since most of those look like other letters. */
const latin = 'A-Za-zÀ-ÖØ-öø-ƾǄ-ɏɓɔɖɗəɛɣɨɩɲɵʃʉʊʋʒḀ-ỿ'

/**
 * The pattern of a word of these letters, digits and `._-`. A letter has at most one combining mark: normalisation has merged the
 * usual ones into one character.
 */
const europeanWord = (letter: string): string => `(?:${letter}[\\u0300-\\u034e\\u0350-\\u036f]?|[0-9._-])+`
/** The pattern of a word of letters of these scripts, with at most four combining marks each (three above or below), digits and `._-`. */
const wordOf = (scripts: readonly string[]): string => {
  const ofThem = `(?!\\p{DI})[${scripts.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]`
  return `(?:(?=\\p{L})${ofThem}(?:(?=[\\p{Mn}\\p{Mc}])${ofThem}){0,4}|(?=\\p{Nd})${ofThem}|[0-9._-])+`
}

/** Patterns of one word, one for each alphabet. A pattern for several words would take exponential time. */
const alphabets = [
  europeanWord(`[${latin}]`),
  europeanWord('(?=\\p{L})\\p{Script=Cyrillic}'),
  europeanWord('(?=\\p{L})\\p{Script=Greek}'),
  ...mixedScripts.map(wordOf),
  ...singleScripts.map((script) => wordOf([script])),
].join('|')
const oneWord = new RegExp(`^(?:${alphabets})$`, 'u')

/** The stored form of a username: normalised and trimmed. */
export const usernameForm = (written: string): string => written.normalize('NFKC').trim()

/**
 * True if the name has a letter or digit, and each word only letters of one alphabet, digits and `._-`, with single blanks between
 * words. Takes a normalised name.
 */
export const hasSingleScriptWords = (username: string): boolean =>
  /[\p{L}\p{Nd}]/u.test(username) &&
  withFewMarks(username) === username &&
  username.split(' ').every((each) => oneWord.test(each))
