// Cleans and compares names. The source has double and trailing blanks; searches ignore case, accents and width.

import { visibleText } from './visible-text.ts'

const longestText = 200

/** Matches most texts that are already clean, Latin words with single blanks; this is much faster than cleaning them. */
const alreadyClean = /^[!-~\u00A1-\u00AC\u00AE-\u024F]+(?: [!-~\u00A1-\u00AC\u00AE-\u024F]+)*$/

/**
 * Collapses white space, drops control and invisible format characters, replaces broken surrogates by U+FFFD, and cuts at 200
 * UTF-16 code units (quality/security.md X-01). A character keeps at most three marks above or below it. Empty if nothing in the
 * text can be seen.
 */
export function cleanText(raw: string): string {
  const bare = raw.trim()
  if (bare.length <= longestText && alreadyClean.test(bare)) return bare
  const visible = raw.toWellFormed().replace(/[\p{Cc}\p{Cf}]/gu, (character) => (/\s/.test(character) ? ' ' : ''))
  const text = visibleText(visible).replace(/\s+/g, ' ').trim()
  return text.length <= longestText
    ? text
    : text
        .slice(0, longestText)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()
}

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

/** Normalises a text for searches: lower case, no accents, no invisible characters, half-width Latin, single blanks. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/[øđłßıæœðþ]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
}

/** True if one of the texts contains the term, ignoring case and accents (core.md section 5). */
export function matchesSearch(term: string, ...texts: (string | null | undefined)[]): boolean {
  const wanted = fold(term)
  return wanted === '' || texts.some((text) => text != null && fold(text).includes(wanted))
}
