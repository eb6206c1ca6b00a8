// Makes sure that a text can be seen, and stays within its line.

/** Letters and signs that are drawn as nothing or as a blank: Hangul and Khitan fillers, blanks of Braille, music, hieroglyphs. */
const blank = /[\u115f\u1160\u3164\uffa0\u2800\u{16fe4}\u{1d159}\u{13441}\u{13442}]/gu
/** Marks that are drawn as nothing: the joiner of graphemes, two vowels of Khmer, the separators of Mongolian. */
const invisibleMark = /[\u034f\u17b4\u17b5\u180b-\u180d\u180f]/g
const visible = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}]/u

/** Marks above or below a base, and all its marks: some words of Burmese have three and one beside the letter. */
const most = { stacked: 3, all: 4 }
const tooManyMarks = /\p{M}{4,}/gu
const isStacked = (mark: string): boolean => /[\p{Mn}\p{Me}]/u.test(mark)

/** The text with at most three marks above or below a character, and four in all. */
export const withFewMarks = (text: string): string =>
  text.replace(tooManyMarks, (marks) => {
    let stacked = 0
    const kept = Array.from(marks).filter((mark) => !isStacked(mark) || ++stacked <= most.stacked)
    return kept.slice(0, most.all).join('')
  })

/** Replaces what is drawn as a blank by one, and drops surplus marks. Empty if nothing in the text can be seen. */
export function visibleText(text: string): string {
  const shown = withFewMarks(text.replace(blank, ' ').replace(invisibleMark, ''))
  return visible.test(shown) ? shown : ''
}
