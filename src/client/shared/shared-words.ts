// The texts of a match card on the public page: those of the app's card, with this page's countdown, and TBD for missing
// values (sharing-and-admin.md section 2).
import { dotted } from '#client/texts/dotted.ts'
import { itemStatus } from '#contract/item-status.ts'
import type { MatchItem } from '#contract/match-item.ts'
import type { Estimate } from '#domain/estimate.ts'
import { countdownParts } from '#domain/match-status.ts'
import { type MatchWords, matchWords, tickingWord } from '#client/texts/match-words.ts'
import { sourceText, t } from '#client/texts/t.ts'
import { estimateToShow, untilWindow, type Word } from '#client/texts/time-words.ts'

/** The texts of a card. `isOwnZoneKnown`: the viewer's time zone is unknown on the server and during hydration. */
export function sharedWords(match: MatchItem, now: number, isOwnZoneKnown: boolean, estimate: Estimate): MatchWords {
  const words = matchWords(match, now, estimate)
  const { round, division, day, tournamentName } = match
  return {
    ...words,
    // The viewer's own time is added after hydration to the line of the place, so that no card changes its height.
    place: dotted([day === null && t('shared.tbd'), words.place, isOwnZoneKnown && words.own]),
    own: null,
    facts: [
      round === null ? t('shared.tbd') : sourceText(round),
      division ? sourceText(division) : t('shared.tbd'),
      tournamentName,
    ].join(' · '),
  }
}

/** 'Now', 'Starts in: 1h 02m 03s' (until the window opens, if the start is estimated), else the text of the app's card. */
export function sharedTicking(match: MatchItem, now: number, estimate: Estimate): Word | null {
  const status = itemStatus(match, estimate.fightsAhead, now)
  const shown = estimateToShow(status, estimate)
  const opensIn = untilWindow(shown, now)
  if (status.kind === 'live') return { text: t('shared.now'), tone: 'live' }
  if (opensIn !== null) return { text: startsIn(opensIn), tone: 'plain' }
  if (status.kind === 'countdown' && shown?.basis !== 'estimate')
    return { text: startsIn(status.startsIn), tone: 'plain' }
  // Long past and not live: the countdown stays at zero (section 4).
  if (status.kind === 'stale') return { text: startsIn(0), tone: 'quiet' }
  return tickingWord(match, now, estimate)
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

function startsIn(ms: number): string {
  const { hours, minutes, seconds } = countdownParts(ms)
  const countdown =
    hours > 0
      ? t('time.countdownHours', { hours, minutes: twoDigits(minutes), seconds: twoDigits(seconds) })
      : t('time.countdownMinutes', { minutes, seconds: twoDigits(seconds) })
  return t('shared.startsIn', { countdown })
}
