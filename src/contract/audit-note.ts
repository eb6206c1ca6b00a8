// The detail of an entry in the audit log, as a code with values, so that the client can translate it. The same is stored as a
// sentence in English.
import * as z from 'zod/mini'
import { Note } from './diagnostic-note.ts'

/** A sentence of the server (`errors`, `adminTexts`, `diagnosticSentences`) and its error code. */
const refusal = { sentence: z.string(), error: z.string() }

export const AuditNote = z.discriminatedUnion('code', [
  /** A link of this user was removed. */
  z.object({ code: z.literal('linkOf'), name: z.string() }),
  /** A tournament was removed from the lists of `count` users. */
  z.object({ code: z.literal('fromLists'), name: z.string(), count: z.number() }),
  /** The request was refused. */
  z.object({ code: z.literal('refused'), ...refusal }),
  /** A tournament's time zone was set; IANA names, null if unknown before. */
  z.object({ code: z.literal('zone'), name: z.string(), from: z.nullable(z.string()), to: z.string() }),
  z.object({ code: z.literal('readingOff') }),
  z.object({ code: z.literal('readingOn') }),
  /** The result of the repair of an athlete. */
  z.object({ code: z.literal('repaired'), name: z.string(), notes: z.array(Note) }),
  z.object({ code: z.literal('notRepaired'), name: z.string(), ...refusal }),
  /** `count` refusals or sign-ins came too fast to be recorded one by one. */
  z.object({ code: z.literal('tooFast'), count: z.number() }),
])
export type AuditNote = z.infer<typeof AuditNote>

/** Reads a stored note; null for none, or for one of an unknown version. */
export const readAuditNote = (stored: unknown): AuditNote | null => AuditNote.safeParse(stored).data ?? null
