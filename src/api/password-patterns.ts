// Recognises passwords that follow a simple pattern: one character or a short piece repeated, rows of the keyboard, counting,
// the alphabet (quality/security.md P-04).
import { adjacencyGraphs } from '@zxcvbn-ts/language-common'

/** A password must consist of at least this many sequences; a single character can be one. */
const minSequences = 3
/** A repeated piece of at most this length is a pattern. */
const maxPieceLength = 4

const { qwerty, qwertz, azerty } = adjacencyGraphs
/** The library has no Russian keyboard layout. */
const russianRows = ['йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю']

/** The pairs of characters on adjacent keys. */
const neighbours = new Set<string>()
for (const graph of [qwerty, qwertz, azerty])
  for (const [character, keys] of Object.entries(graph ?? {}))
    for (const charactersOfKey of keys) for (const other of charactersOfKey ?? '') neighbours.add(character + other)
for (const row of russianRows)
  for (let at = 1; at < row.length; at++) neighbours.add(row.slice(at - 1, at + 1)).add(row[at] + (row[at - 1] ?? ''))

/** True for the same character, the next or previous one of the alphabet, or a neighbour on the keyboard. */
const continuesSequence = (from: string, to: string): boolean =>
  Math.abs((to.codePointAt(0) ?? 0) - (from.codePointAt(0) ?? 0)) <= 1 || neighbours.has(from + to)

/** The shortest piece whose repetition gives the text; the last repetition may be incomplete. */
export function repeatedPiece(text: string): string {
  const characters = Array.from(text)
  let size = 1
  while (size < characters.length && characters.some((each, at) => at >= size && each !== characters[at - size])) size++
  return characters.slice(0, size).join('')
}

/** True for a pattern; `text` is in lower case, without blanks. */
export function isPattern(text: string): boolean {
  const characters = Array.from(text)
  const sequences = characters.filter(
    (each, at) => at === 0 || !continuesSequence(characters[at - 1] ?? '', each),
  ).length
  return sequences < minSequences || Array.from(repeatedPiece(text)).length <= maxPieceLength
}
