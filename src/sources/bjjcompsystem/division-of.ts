// Reads the division texts of boards, lists and schedules: 'Master 1 / Male / BLUE / Medium Heavy', in either language.
import { divisionText, readDivision } from '#domain/division.ts'
import { cleanText } from '#domain/name.ts'
import type { ReaderInput } from './reader-input.ts'

/** The division in English, '' for no text. A text that is not understood is returned unchanged and added to the problems. */
export function divisionOf(text: string, where: string, { divisions, problems }: ReaderInput): string {
  if (text === '') return ''
  const read = divisions.get(text) ?? readDivision(text.split('/'))
  if (read) divisions.set(text, read)
  if (read?.unknown !== null) problems.addOddity('unknown-word', where, read?.unknown ?? text)
  return read ? divisionText(read.parts) : cleanText(text)
}
