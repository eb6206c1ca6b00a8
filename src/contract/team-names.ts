// The limits of the names of followed teams (docs/decisions/047). The browser checks them before a call, the server in each call.
import { cleanText } from '../domain/name.ts'
import { teamKey } from '../domain/team.ts'

export const followRuleTexts = {
  name: 'A team’s name has 2 to 80 characters.',
  letters: 'A team’s name needs two letters or digits; this one would match everybody.',
  aliases: 'A team can have at most 20 other names.',
  limit: 'You can follow at most 50 teams.',
  twice: 'You already follow this team there.',
  over: 'This tournament is over.',
} as const

/** In characters. */
export const teamName = { shortest: 2, longest: 80 } as const

/** Whether a name has enough letters and digits to be followed; others would match too many teams. */
export const hasLetters = (name: string): boolean => teamKey(name).length >= teamName.shortest

/** Which text explains the refusal of a typed name; null for a valid name. */
export function nameRefusal(typed: string): 'name' | 'letters' | null {
  const { length } = cleanText(typed)
  if (length < teamName.shortest || length > teamName.longest) return 'name'
  return hasLetters(typed) ? null : 'letters'
}
