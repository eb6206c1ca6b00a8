// Division texts of boards, lists and schedules: 'Master 1 / Male / BLUE / Medium Heavy', in either language.
import { divisionText, readDivision } from '#domain/division.ts'
import { cleanText } from '#domain/name.ts'
import type { Sheet } from './sheet.ts'

/** The division in English; a text that cannot be understood stays as it is, which is told. '' for no text. */
export function divisionOf(text: string, where: string, { divisions, problems }: Sheet): string {
  if (text === '') return ''
  const read = divisions.get(text) ?? readDivision(text.split('/'))
  if (read) divisions.set(text, read)
  if (read?.unknown !== null) problems.odd('unknown-word', where, read?.unknown ?? text)
  return read ? divisionText(read.parts) : cleanText(text)
}
