// Texts about an opponent: the columns of the ranking table, titles, earlier meetings.
import { dotted } from '#client/texts/dotted.ts'
import { winsAndLosses } from '#contract/athlete-figures.ts'
import type { Meeting, Opponent, OpponentRanking } from '#contract/opponent.ts'
import { pointsColumns, titleColumns } from '#domain/ranking.ts'
import { dateText } from '#client/texts/calendar-words.ts'
import { resultBadge } from '#client/texts/match-words.ts'
import { sourceText, t } from '#client/texts/t.ts'
import type { Word } from '#client/texts/time-words.ts'

/** 'Grand Slam', or, for an unknown column, its heading as printed by the source. */
export function pointsText(column: string): string {
  const known = pointsColumns.find((each) => each === column)
  return known ? t(`opponent.points.${known}`) : column
}

/** The titles: 'World champion 2025, 2024'. 'World champion at the last edition' is omitted beside 'World champion'. */
export const titleTexts = (titles: OpponentRanking['titles']): string[] =>
  titles
    .filter(({ column }) => column !== 'last-world' || !titles.some((each) => each.column === 'world'))
    .map(({ column, years }) => {
      const title = titleText(column)
      return years.length === 0 ? title : t('opponent.titleYears', { title, years: years.map(String).join(', ') })
    })

function titleText(column: string): string {
  const level = /^master-(\d)-world$/.exec(column)?.[1]
  if (level !== undefined) return t('opponent.title.master', { level })
  const known = titleColumns.find((each) => each === column)
  return known && hasOwnText(known) ? t(`opponent.title.${known}`) : column
}

const hasOwnText = <Column extends string>(column: Column): column is Exclude<Column, `master-${string}`> =>
  !column.startsWith('master-')

/** The athlete's record against the opponent; null if no meeting was both fought and decided. */
export function recordAgainst(meetings: readonly Meeting[]): ReturnType<typeof winsAndLosses> | null {
  const record = winsAndLosses(meetings)
  return record.wins + record.losses === 0 ? null : record
}

/** One earlier match: its result, its tournament, and its day, round, division and method. */
export type MeetingWords = { badge: Word | null; title: string; details: string }

/** The texts of an earlier match; the badge is null without a result. */
export function meetingWords(meeting: Meeting): MeetingWords {
  const { result, tournamentName, day, round, division, method } = meeting
  return {
    badge: resultBadge(meeting),
    title: tournamentName,
    details: dotted([
      day && dateText(day),
      round && sourceText(round),
      sourceText(division),
      method && methodText(method, result),
    ]),
  }
}

/** Most methods say what the loser did ('opponent no-show'), so they are shown with a win only. */
function methodText(method: NonNullable<Meeting['method']>, result: Meeting['result']): string | null {
  const isAboutLoser = !['double-disqualification', 'close-out', 'not-recorded'].includes(method)
  return isAboutLoser && result !== 'win' ? null : t(`method.${method}`)
}

/** Whether the ranking has any points. */
export const hasPoints = ({ ranking }: Opponent): boolean => ranking?.points.some(({ points }) => points > 0) ?? false
