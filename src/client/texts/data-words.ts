// What the source and the server say in English, for every language but English: the sport's words from one table, the
// server's sentences by their words or their code. Data stay as they are; only what is shown goes through
// here, and what is not known is shown as it is.
import type { accountTexts } from '#contract/accounts.ts'
import type { adminTexts } from '#contract/administration.ts'
import type { notesTexts } from '#contract/athlete-notes.ts'
import type { athleteTexts, searchTooShort } from '#contract/athletes.ts'
import { type DivisionWord, translateWord } from '#contract/division-words.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Language } from '#contract/language.ts'
import type { shareTexts } from '#contract/sharing.ts'
import type { tournamentTexts } from '#contract/tournaments.ts'
import type { Belt } from '#domain/belt.ts'

/** The table of the sport's words, which each language has whole; belts have the catalogue's colours. A number or colour stands as '#'. */
export type SportWord = DivisionWord | 'Final' | 'Semi-Final' | 'Quarter Final' | 'Round #' | 'Day #' | ZoneLabel

/** The friendly names of time zones (decision D2). */
type ZoneLabel =
  | 'Eastern'
  | 'Central'
  | 'Mountain'
  | 'Pacific'
  | 'Arizona'
  | 'Alaska'
  | 'Hawaii'
  | 'UK'
  | 'Central European'
  | 'Japan'
  | 'China'
  | 'Australian Eastern'
  | 'Brazil'

type ValueOf<Texts> = Texts[keyof Texts]
/** Sentences of the server's, and of a form's rules, which people can meet; those for programs go by their code. */
export type ServerSentence =
  | ValueOf<typeof accountTexts>
  | ValueOf<typeof athleteTexts>
  | typeof searchTooShort
  | ValueOf<typeof notesTexts>
  | ValueOf<typeof shareTexts>
  | ValueOf<typeof tournamentTexts>
  | ValueOf<Pick<typeof adminTexts, 'firstUser' | 'oneself' | 'lastAdministrator' | 'activeLink' | 'zone'>>

/** What a language has for them. */
export type DataWords = {
  sport: Record<SportWord, string>
  sentences: Record<ServerSentence, string>
  codes: Record<ErrorCode, string>
}

/** A program may bring fewer sentences than there are. */
type Said = Omit<DataWords, 'sentences'> & { sentences: Partial<DataWords['sentences']> }

/** The belts in the catalogue. */
export type Colours = Readonly<Record<`colour.${Belt}`, string>>

/** How the source's and the server's words are said in a language, of which `texts` are the first messages. */
export function createDataWords(language: Language, texts: Colours, { sport, sentences, codes }: Said) {
  const sportWord = translateWord(language, sport, (colour) => texts[`colour.${colour}`])
  return {
    sourceText: (text: string): string => text.split(' / ').map(sportWord).join(' / '),
    serverText: (sentence: string, code: string | null): string =>
      sentences[sentence as ServerSentence] ?? codes[code as ErrorCode] ?? sentence,
  }
}
