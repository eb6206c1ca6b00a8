// Why an athlete has no match, in words.
import type { NoMatchReason } from '#contract/idle-athletes.ts'
import { feederText } from './match-words.ts'
import { medalWord } from './medal-words.ts'
import { sourceText, t } from './t.ts'

/** `isOneOfSeveral`: the athlete has several reasons, so each names its category. Requires the texts of `day`. */
export function noMatchText(reason: NoMatchReason, isOneOfSeveral: boolean): string {
  switch (reason.kind) {
    case 'medal':
      return medalWord(reason)?.text ?? t('day.over')
    case 'unplaced':
      return reason.opponentFrom ? t('day.waitsFor', { opponent: feederText(reason.opponentFrom) }) : t('day.unplaced')
    case 'unlisted':
    case 'unknown':
      return t(`day.${reason.kind}`)
    default: {
      const text = reason.kind === 'withdrawn' ? t('step.withdrawn') : t(`day.${reason.kind}`)
      return isOneOfSeveral && reason.category !== null
        ? t('day.reasonIn', { reason: text, category: sourceText(reason.category) })
        : text
    }
  }
}
