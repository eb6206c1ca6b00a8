// What the report and a repair say, in the language shown: by their codes, for their sentences are in English.
import type { DiagnosticNote, MissingField } from '#contract/diagnostic-sentences.ts'
import { perLanguage, shownLanguage, t } from './t.ts'

const list = perLanguage((language) => new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' }))

export const fieldText = (field: MissingField): string => t(`diagnostics.field.${field}`)

export const noteText = ({ code, count = 0, tournament = '', fields = [] }: DiagnosticNote): string =>
  t(`diagnostics.say.${code}`, { count, tournament, fields: list().format(fields.map(fieldText)) })

/** Sentence after sentence; Japanese has no space between them. */
export const notesText = (notes: readonly DiagnosticNote[]): string =>
  notes.map(noteText).join(shownLanguage() === 'ja' ? '' : ' ')
