// What the audit list says of a deed beside what it was done to. The record keeps it as a sentence in English, and beside
// that under a code with what stands in its places, so that a screen can say it in its own language.
import * as z from 'zod/mini'
import { Note } from './diagnostic-note.ts'

/** A sentence of the server's (`errors`, `adminTexts`) and its code. */
const said = { sentence: z.string(), error: z.string() }

export const AuditNote = z.discriminatedUnion('code', [
  /** A link was removed, of this user. */
  z.object({ code: z.literal('linkOf'), name: z.string() }),
  /** A tournament was removed, from the lists of so many users. */
  z.object({ code: z.literal('fromLists'), name: z.string(), count: z.number() }),
  /** What was asked for was refused. */
  z.object({ code: z.literal('refused'), ...said }),
  /** A tournament's zone, IANA names; null where it was unknown. */
  z.object({ code: z.literal('zone'), name: z.string(), from: z.nullable(z.string()), to: z.string() }),
  z.object({ code: z.literal('readingOff') }),
  z.object({ code: z.literal('readingOn') }),
  /** What came of the repair of an athlete. */
  z.object({ code: z.literal('repaired'), name: z.string(), notes: z.array(Note) }),
  z.object({ code: z.literal('notRepaired'), name: z.string(), ...said }),
  /** So many refusals or sign-ins came too fast to be listed. */
  z.object({ code: z.literal('tooFast'), count: z.number() }),
])
export type AuditNote = z.infer<typeof AuditNote>

/** A note as it was stored; null for none, or for one that another version wrote and this one does not know. */
export const readAuditNote = (stored: unknown): AuditNote | null => AuditNote.safeParse(stored).data ?? null
