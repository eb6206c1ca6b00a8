// An athlete's next fight in one line: mat, time, and LIVE or the time until it.
import type { MatchWords } from '#client/texts/match-words.ts'
import { t } from '#client/texts/t.ts'
import type { Word } from '#client/texts/time-words.ts'
import { Badge } from './badge.tsx'
import { useClockValue, useNow } from './clock.tsx'
import { Countdown, FightTime } from './fight-time.tsx'

type Props = {
  /** The texts at a time. */
  words: (now: number) => MatchWords
  /** A key that changes when the passage of time alone changes the texts. */
  statusKey: (now: number) => string
  /** The ticking text at a time; null for none. */
  ticking: (now: number) => Word | null
}

/** For a screen that names the venue's time zone. */
export function NextFight({ words: read, statusKey, ticking }: Props) {
  useClockValue(statusKey)
  const words = read(useNow()())
  const { mat, badge } = words
  return (
    <p className="flex min-h-6 flex-wrap items-center gap-x-2 text-base font-bold">
      {mat !== null && <span>{t('match.matNumber', { mat })}</span>}
      <FightTime when={words} className="" hidesZone />
      {badge && badge.tone !== 'late' ? (
        <Badge tone={badge.tone} pulse={badge.tone === 'live'}>
          {badge.text}
        </Badge>
      ) : (
        <Countdown earliest={words.earliest} read={ticking} className="text-sm font-semibold" />
      )}
    </p>
  )
}
