// Names as people write them. The source doubles and trails blanks; searching ignores case, accents and width.

const longestText = 200

/** Words of letters that need no look at their kind, with single blanks between: nearly every text there is. */
const alreadyClean = /^[!-~\u00A1-\u00AC\u00AE-\u024F]+(?: [!-~\u00A1-\u00AC\u00AE-\u024F]+)*$/

/** Collapses white space, drops control and direction characters and broken surrogates, cuts at 200 characters (quality/security.md X-01). */
export function cleanText(raw: string): string {
  const bare = raw.trim()
  if (bare.length <= longestText && alreadyClean.test(bare)) return bare
  const visible = raw.toWellFormed().replace(/[\p{Cc}\p{Cf}]/gu, (character) => (/\s/.test(character) ? ' ' : ''))
  const text = visible.replace(/\s+/g, ' ').trim()
  return text.length <= longestText
    ? text
    : text
        .slice(0, longestText)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()
}

/** What a user writes for themselves: its lines stay, control characters and the blanks around it go. */
export const cleanNote = (raw: string): string =>
  raw
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()

/** Letters that have no decomposition, as people type them who have not got them. */
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

/** The form two texts are compared in when searching: no case, no accents, half-width Latin, one blank between words. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øđłßıæœðþ]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
}

/** Accent- and case-insensitive substring search over several texts (core.md section 5). */
export function matchesSearch(term: string, ...texts: (string | null | undefined)[]): boolean {
  const wanted = fold(term)
  return wanted === '' || texts.some((text) => text != null && fold(text).includes(wanted))
}
