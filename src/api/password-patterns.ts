// Passwords that nobody has to look up in a list: one character or a short piece over and over, rows of the keyboard,
// counting, the alphabet (quality/security.md P-04).
import { adjacencyGraphs } from '@zxcvbn-ts/language-common'

/** A password is no pattern if it takes so many choices: where it begins, and wherever it does not just go on. */
const fewestChoices = 3
/** Such a piece over and over is a pattern. */
const longestPiece = 4

const { qwerty, qwertz, azerty } = adjacencyGraphs
/** The library has no Russian keyboard. */
const russianRows = ['йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю']

/** Both characters of each two keys that lie side by side. */
const neighbours = new Set<string>()
for (const graph of [qwerty, qwertz, azerty])
  for (const [key, keys] of Object.entries(graph ?? {}))
    for (const near of keys) for (const other of near ?? '') neighbours.add(key + other)
for (const row of russianRows)
  for (let at = 1; at < row.length; at++) neighbours.add(row.slice(at - 1, at + 1)).add(row[at] + (row[at - 1] ?? ''))

/** The same character again, the next or the last one of its alphabet, or a neighbour on the keyboard. */
const goesOn = (from: string, to: string): boolean =>
  Math.abs((to.codePointAt(0) ?? 0) - (from.codePointAt(0) ?? 0)) <= 1 || neighbours.has(from + to)

/** The shortest piece that makes the text when it is repeated, the last time maybe in part. */
export function repeatedPiece(text: string): string {
  const characters = Array.from(text)
  let size = 1
  while (size < characters.length && characters.some((each, at) => at >= size && each !== characters[at - size])) size++
  return characters.slice(0, size).join('')
}

/** Whether a text without blanks, in lower case, is such a pattern. */
export function isPattern(text: string): boolean {
  const characters = Array.from(text)
  const choices = characters.filter((each, at) => at === 0 || !goesOn(characters[at - 1] ?? '', each)).length
  return choices < fewestChoices || Array.from(repeatedPiece(text)).length <= longestPiece
}
