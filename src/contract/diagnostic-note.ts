// The schema of `DiagnosticNote`, separate from the sentences, so that the browser can use the sentences without loading a
// schema.
import * as z from 'zod/mini'
import { diagnosticSentences, missingFields, type NoteCode } from './diagnostic-sentences.ts'

const codes = Object.keys(diagnosticSentences) as NoteCode[]

/** The schema of `DiagnosticNote`. */
export const Note = z.object({
  code: z.enum(codes),
  count: z.optional(z.number()),
  tournament: z.optional(z.string()),
  fields: z.optional(z.array(z.enum(missingFields))),
})
