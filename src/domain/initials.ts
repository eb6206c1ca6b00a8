// The initials of a person, for small spaces.

const letters = /[\p{L}\p{N}]\p{M}*/gu

/**
 * 'AS' for 'Ana Silva', 'AN' for 'Ana': the first letters of the first and last word, or the first two of a single word; the first
 * character of a name without letters and digits.
 */
export function initialsOf(name: string): string {
  const words = name
    .normalize('NFC')
    .split(/[\s._-]+/u)
    .flatMap((word) => {
      const found = word.match(letters)
      return found ? [found] : []
    })
  const first = words[0] ?? []
  const last = words.length > 1 ? words.at(-1) : undefined
  const chosen = last ? [first[0], last[0]] : first.slice(0, 2)
  return chosen.join('').toLocaleUpperCase('en') || Array.from(name.trim()).slice(0, 1).join('')
}
