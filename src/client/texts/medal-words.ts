// Podium places in words.
import { medalOf } from '#domain/tournament.ts'
import { ordinalText, sourceText, t } from './t.ts'

export type MedalWord = { place: 'gold' | 'silver' | 'bronze'; text: string }

/** '1st place in Adult / Male / BLUE / Light'; null off the podium. */
export function medalWord({ category, place }: { category: string; place: number }): MedalWord | null {
  const medal = medalOf(place)
  return (
    medal && { place: medal, text: t('medal.placeIn', { place: ordinalText(place), category: sourceText(category) }) }
  )
}
