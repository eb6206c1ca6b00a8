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
