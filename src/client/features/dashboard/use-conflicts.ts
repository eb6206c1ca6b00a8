// The conflicts of the day list. Their code and texts are not part of the first load.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { DayEntry } from '#contract/day-list.ts'
import { useLive } from '#client/live/context.tsx'
import { useLanguage } from '#client/texts/use-language.ts'
import { withTexts } from '#client/texts/with-texts.ts'
import type { ConflictMark } from './match-tags.tsx'

export type ConflictNotice = {
  matchIds: ReadonlySet<number>
  isSure: boolean
  /** '2 at once, about 2:30 PM: Mat 3 Ana Lua, Mat 5 Leo Serra' */
  text: string
  /** For one line, whose end may be cut off: the mats, then the first names. '2 at once, about 2:30 PM: Mat 3, Mat 5 · Ana, Leo' */
  line: string
}

export type Conflicts = {
  /** The next sure conflict within the hour, else the next likely one; null if there is neither. */
  notice: ConflictNotice | null
  /** All sure conflicts within the hour. */
  sure: readonly ConflictNotice[]
  /** By match id. */
  marks: ReadonlyMap<number, ConflictMark>
}

const none: Conflicts = { notice: null, sure: [], marks: new Map() }
const load = withTexts('day', () => import('./conflict-words.ts'))

/**
 * The conflicts at `now` (epoch ms) in words; empty until their code is loaded, or if loading fails. `entries`: the matches that
 * nobody else has claimed. `isLoaded`: whether the list of matches is loaded.
 */
export function useConflicts(entries: readonly DayEntry[], now: number, isLoaded: boolean): Conflicts {
  const { queries, announcer } = useLive()
  const { data, isPending } = useQuery(queries.tournaments)
  const [words, setWords] = useState<Awaited<ReturnType<typeof load>> | null>(null)
  const language = useLanguage()
  useEffect(() => void load().then(setWords, () => undefined), [])
  const conflicts = useMemo(
    () => words?.conflictWords(entries, data?.tournaments ?? [], now) ?? none,
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [words, entries, data, now, language],
  )
  const news = useMemo(() => words?.conflictNews(announcer.announce), [words, announcer])
  useEffect(() => {
    // Without the tournaments it is unknown which of them share a hall.
    if (isLoaded && !isPending) news?.(conflicts.sure)
  }, [isLoaded, isPending, news, conflicts.sure])
  return conflicts
}
