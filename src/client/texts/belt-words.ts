// Belts in words, for people who cannot tell the colours apart.
import { beltColours } from '#domain/belt.ts'
import { t } from './t.ts'

/** 'Blue belt', 'Yellow and grey belt', 'Belt unknown'. */
export function beltText(belt: string | null): string {
  const [first, second] = beltColours(belt).map((colour) => t(`colour.${colour}`))
  if (first === undefined) return t('belt.unknown')
  return second === undefined
    ? t('belt.one', { colour: first })
    : t('belt.two', { first, second: second.toLowerCase() })
}

/** The same without the word 'belt', where the language allows it, for a row, which has the belt's stripe: 'Blue', 'Yellow-grey'. */
export function beltColour(belt: string | null): string {
  const [first, second] = beltColours(belt).map((colour) => t(`colour.${colour}`))
  if (first === undefined) return t('belt.unknown')
  return t('belt.colour', { colour: second === undefined ? first : `${first}-${second.toLowerCase()}` })
}
