// Translates the English texts of the source and the server: the sport's words by one table, the server's sentences by their
// wording or their code. Only displayed texts are translated, never data; unknown texts are shown unchanged.
import type { accountTexts } from '#contract/accounts.ts'
import type { adminTexts } from '#contract/administration.ts'
import type { notesTexts } from '#contract/athlete-notes.ts'
import type { athleteTexts, searchTooShort } from '#contract/athletes.ts'
import type { claimTexts } from '#contract/claims.ts'
import { type DivisionWord, translateWord } from '#contract/division-words.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Language } from '#contract/language.ts'
import type { shareTexts } from '#contract/sharing.ts'
import type { tournamentTexts } from '#contract/tournaments.ts'
import type { Belt } from '#domain/belt.ts'

/** The keys of the table of the sport's words; '#' stands for a number or colour. Belts use the catalogue's colours. */
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
/** Sentences that only the screens of accounts show: their translations are in the part 'auth'. */
export type AccountSentence = ValueOf<typeof accountTexts>
/** Sentences that only an administrator sees: their translations are in the part 'admin'. */
export type AdminSentence = ValueOf<
  Pick<typeof adminTexts, 'firstUser' | 'oneself' | 'lastAdministrator' | 'activeLink' | 'zone'>
>
/** Sentences that only an athlete's profile shows: their translations are in the part 'profile'. */
export type ProfileSentence = Exclude<ValueOf<typeof athleteTexts>, OtherAthleteSentence> | ValueOf<typeof notesTexts>
type OtherAthleteSentence = (typeof athleteTexts)['followLimit' | 'notRead']
/** The other sentences of the server and of form rules that users can see; other errors are translated by their code. */
export type ServerSentence =
  | OtherAthleteSentence
  | typeof searchTooShort
  | ValueOf<typeof shareTexts>
  | ValueOf<typeof claimTexts>
  | ValueOf<typeof tournamentTexts>

/** A language's translations. */
export type DataWords = {
  sport: Record<SportWord, string>
  sentences: Record<ServerSentence, string>
  codes: Record<ErrorCode, string>
}

/** A bundle may include only some of the sentences. */
type BundledWords = Omit<DataWords, 'sentences'> & { sentences: Partial<DataWords['sentences']> }

/** The catalogue's belt colours. */
export type Colours = Readonly<Record<`colour.${Belt}`, string>>

/** The translators of a language; `texts` must contain its belt colours. */
export function createDataWords(language: Language, texts: Colours, { sport, sentences, codes }: BundledWords) {
  const sportWord = translateWord(language, sport, (colour) => texts[`colour.${colour}`])
  return {
    sourceText: (text: string): string => text.split(' / ').map(sportWord).join(' / '),
    serverText: (sentence: string, code: string | null): string =>
      sentences[sentence as ServerSentence] ?? codes[code as ErrorCode] ?? sentence,
  }
}
