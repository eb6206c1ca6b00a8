// Translates the notes of a diagnostics report or repair by their codes; the server sends them in English.
import type { DiagnosticNote, MissingField } from '#contract/diagnostic-sentences.ts'
import { perLanguage, shownLanguage, t } from './t.ts'

const list = perLanguage((language) => new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' }))

/** A missing field in words: 'time zone'. */
export const fieldText = (field: MissingField): string => t(`diagnostics.field.${field}`)

/** A note in one sentence. Requires the texts of `diagnostics`. */
export const noteText = ({ code, count = 0, tournament = '', fields = [] }: DiagnosticNote): string =>
  t(`diagnostics.say.${code}`, { count, tournament, fields: list().format(fields.map(fieldText)) })

/** Joins the notes; Japanese sentences have no space between them. */
export const notesText = (notes: readonly DiagnosticNote[]): string =>
  notes.map(noteText).join(shownLanguage() === 'ja' ? '' : ' ')
