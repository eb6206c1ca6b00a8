// A sentence of follow diagnostics as a program may read it; it stands apart from the sentences, which need no checking.
import * as z from 'zod/mini'
import { diagnosticSentences, missingFields, type NoteCode } from './diagnostic-sentences.ts'

const codes = Object.keys(diagnosticSentences) as NoteCode[]

/** The same as `DiagnosticNote`. */
export const Note = z.object({
  code: z.enum(codes),
  count: z.optional(z.number()),
  tournament: z.optional(z.string()),
  fields: z.optional(z.array(z.enum(missingFields))),
})
