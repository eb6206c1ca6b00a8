// Which names users may choose: what Unicode's profile for user names (RFC 8265, UsernameCasePreserved) and its security
// report (UTS 39, 'highly restrictive' within a word) ask for, as far as people who write their names need it (N-10).

/** The recommended scripts of UAX 31, but for those that are written with others. */
const alone = [
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
const together = [
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Hangul'],
  ['Han', 'Bopomofo'],
]
/** Latin letters of living languages: neither small capitals nor phonetic signs, most of which look like others. */
const latin = 'A-Za-zÀ-ÖØ-öø-ƾǄ-ɏɓɔɖɗəɛɣɨɩɲɵʃʉʊʋʒḀ-ỿ'

/** A mark is part of the letter before it; what can be one character with it is one by now. */
const european = (letter: string): string => `(?:${letter}[\\u0300-\\u034e\\u0350-\\u036f]?|[0-9._-])+`
const other = (scripts: readonly string[]): string => {
  const ofThem = `(?!\\p{DI})[${scripts.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]`
  return `(?:(?=\\p{L})${ofThem}(?:(?=[\\p{Mn}\\p{Mc}])${ofThem}){0,4}|(?=\\p{Nd})${ofThem}|[0-9._-])+`
}

/** One word only: a pattern of many would try each alphabet of one word with each of the next, which takes for ever. */
const alphabets = [
  european(`[${latin}]`),
  european('(?=\\p{L})\\p{Script=Cyrillic}'),
  european('(?=\\p{L})\\p{Script=Greek}'),
  ...together.map(other),
  ...alone.map((script) => other([script])),
].join('|')
const oneWord = new RegExp(`^(?:${alphabets})$`, 'u')

/** The form in which a name is kept: the same letters are the same characters, and nothing stands around it. */
export const usernameForm = (written: string): string => written.normalize('NFKC').trim()

/** Of a name in that form: each word in letters of one alphabet, digits and `._-`; one blank between two words. */
export const hasSingleScriptWords = (username: string): boolean =>
  /[\p{L}\p{Nd}]/u.test(username) && username.split(' ').every((each) => oneWord.test(each))
