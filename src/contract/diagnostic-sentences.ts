// The sentences of follow diagnostics, by code. The server sends them in English, as sharing-and-admin.md prescribes, together
// with the codes and values, so that the client can translate them.

/** `count` selects the plural form. */
import { isolated } from '#domain/name.ts'

export const diagnosticSentences = {
  sourceOff: 'Reading is switched off: nothing is refreshed until an administrator switches it on again.',
  // What to do about one athlete, by cause.
  notListed: 'The competition system no longer lists this athlete. Check for a withdrawal.',
  importFailed: 'The tournament could not be imported. Remove it and add it again.',
  unreadable: 'A page of this athlete could not be understood. Look at it in the Source tab.',
  down: 'A page of this athlete does not answer. RollCall tries again automatically.',
  gone: 'The competition system no longer serves a page of this athlete.',
  notImported: 'The tournament is still being imported. Wait until it is done.',
  neverRead: 'The brackets of this athlete have not been read yet. Refresh the data.',
  late: 'The data was not read on time. Refresh the data.',
  noCategory: 'No category is known for this athlete yet. Refresh the data after the entries are published.',
  noMatches: 'A bracket is published, but no match of this athlete was found. Run a quick repair.',
  noTimes: 'A match is listed without a time or a mat. They appear as soon as the competition system publishes them.',
  noDates: 'The dates of the tournament are not known yet.',
  noTimezone: 'The time zone of the tournament is not known. Set it in the Source tab.',
  incomplete: 'Some facts of this athlete are not known. Run a quick repair.',
  // What is wrong with a whole tournament.
  pagesUnreadable: {
    one: '{tournament}: pages of {count} athlete could not be understood.',
    other: '{tournament}: pages of {count} athletes could not be understood.',
  },
  pagesDown: {
    one: '{tournament}: pages of {count} athlete do not answer.',
    other: '{tournament}: pages of {count} athletes do not answer.',
  },
  pagesGone: {
    one: '{tournament}: pages of {count} athlete are no longer served.',
    other: '{tournament}: pages of {count} athletes are no longer served.',
  },
  noLongerListed: {
    one: '{tournament}: {count} athlete no longer listed.',
    other: '{tournament}: {count} athletes no longer listed.',
  },
  notImportable: {
    one: '{tournament} could not be imported; it is missing for {count} athlete.',
    other: '{tournament} could not be imported; it is missing for {count} athletes.',
  },
  // What to do about all followed athletes and their tournaments.
  lookAtPages: 'Look at the pages that could not be understood in the Source tab.',
  refreshLate: {
    one: 'Refresh the data of {count} athlete that was not read on time.',
    other: 'Refresh the data of {count} athletes that were not read on time.',
  },
  repairIncomplete: {
    one: 'Run a quick repair for {count} athlete with missing facts.',
    other: 'Run a quick repair for {count} athletes with missing facts.',
  },
  setTimezone: 'Set the time zone of {tournament}.',
  waitForImport: 'Wait until {tournament} is imported.',
  addAgain: 'Remove {tournament} and add it again.',
  // The result of a repair.
  readAgain: 'Read again.',
  nowKnown: 'Read again. Now known: {fields}.',
  notReadAgain: 'Not read again: it was read {count} s ago.',
  stillMissing: 'Still missing: {fields}.',
  complete: 'Nothing is missing.',
  beingRead: 'The data is being read and will appear shortly.',
  archived: 'The competition system no longer serves this tournament. The data that were read before are kept.',
} as const

export type NoteCode = keyof typeof diagnosticSentences

/** The facts that can be missing, with their English names on the badges. */
export const missingFields = [
  'belt',
  'team',
  'division',
  'categories',
  'brackets',
  'matches',
  'match times',
  'tournament dates',
  'time zone',
] as const
export type MissingField = (typeof missingFields)[number]

/** A sentence as a code with the values of its placeholders. */
export type DiagnosticNote = {
  code: NoteCode
  count?: number | undefined
  tournament?: string | undefined
  fields?: MissingField[] | undefined
}

/** The English sentence of a note. */
export function sentenceOf({ code, count, tournament, fields }: DiagnosticNote): string {
  const message = diagnosticSentences[code]
  const text = typeof message === 'string' ? message : count === 1 ? message.one : message.other
  const values: Record<string, string | number | undefined> = { count, tournament, fields: fields?.join(', ') }
  return text.replace(/\{(\w+)\}/g, (place, name: string) => isolated(String(values[name] ?? place)))
}
