// Reads the division texts of boards, lists and schedules: 'Master 1 / Male / BLUE / Medium Heavy', in either language.
import { divisionText, readDivision } from '#domain/division.ts'
import { cleanText } from '#domain/name.ts'
import type { ReaderInput } from './reader-input.ts'

/** The division in English, '' for no text. Unknown words stay as printed and are added to the problems. */
export function divisionOf(text: string, where: string, { divisions, problems }: ReaderInput): string {
  if (text === '') return ''
  const parsed = divisions.get(text) ?? readDivision(text.split('/'))
  if (parsed) divisions.set(text, parsed)
  if (parsed?.unknown !== null) problems.addOddity('unknown-word', where, parsed?.unknown ?? text)
  return parsed ? divisionText(parsed.parts) : cleanText(text)
}
