// The texts of a picture for sharing. Athletes under 18 are left out unless the user includes them.
import { dotted } from '#client/texts/dotted.ts'
import type { TeamResponse } from '#contract/teams.ts'
import { datesText } from '#client/texts/calendar-words.ts'
import { ordinalText, sourceText, t } from '#client/texts/t.ts'
import { rowsBelow } from './draw-picture.ts'
import { isGroupUnder18, type MedalPlace, medalCounts, medalsOf, type TeamMedal } from './medals.ts'

type Row = { place: MedalPlace; title: string; text: string }

export type Picture = {
  /** The tournament and its days. */
  above: string[]
  /** The team, or the athlete. */
  title: string
  /** One large medal, or how many of each; empty if there is none to show. */
  medals: { place: MedalPlace; text: string }[]
  /**
   * Of one medal: its division and the team. Of the day: the points of each group that has any; without a medal to show, also the
   * number of athletes, and that there are no medals yet if the team has none.
   */
  facts: { text: string; value: string }[]
  /** The medals of the day; if there are many, only some of them. */
  rows: Row[]
  /** How many medals have no row: 'and 6 more medals'; null if all have one. */
  more: string | null
  /** 'Unofficial' on the picture of the day, because it can show points; null on that of one medal. */
  note: string | null
}

const places = ['gold', 'silver', 'bronze'] as const

/** The medals that a picture may show, best first. */
export function picturedMedals(page: TeamResponse, includesMinors: boolean): TeamMedal[] {
  return medalsOf(page)
    .filter(({ isUnder18 }) => includesMinors || !isUnder18)
    .toSorted((a, b) => places.indexOf(a.place) - places.indexOf(b.place) || a.name.localeCompare(b.name))
}

const aboveOf = ({ tournament }: TeamResponse): string[] =>
  [tournament.name, datesText(tournament)].filter((text) => text !== null)

/** The picture of the team's day. Without `includesMinors` it has neither medals nor points of athletes under 18. */
export function dayPicture(page: TeamResponse, includesMinors: boolean): Picture {
  const shown = picturedMedals(page, includesMinors)
  const counts = medalCounts(shown)
  const facts = page.points
    .filter(({ group, points }) => points > 0 && (includesMinors || !isGroupUnder18(group)))
    .map(({ group, points, place }) => ({
      text: t(`teamPage.group.${group}`),
      value: dotted([t('teamPage.total', { count: points }), place !== null && ordinalText(place)]),
    }))
  if (shown.length === 0) facts.push({ text: t('teamPage.count', { count: page.athletes.length }), value: '' })
  // A team whose medals are all left out of the picture has medals, so the sentence would be false.
  if (medalsOf(page).length === 0) facts.push({ text: t('teamPage.noMedals'), value: '' })
  const mostRows = rowsBelow(facts.length)
  const more = shown.length - mostRows
  return {
    above: aboveOf(page),
    title: page.team.name,
    medals: shown.length === 0 ? [] : places.map((place) => ({ place, text: String(counts[place]) })),
    facts,
    rows: shown
      .slice(0, mostRows)
      .map(({ place, name, division }) => ({ place, title: name, text: sourceText(division) })),
    more: more > 0 ? t('teamPage.pictureMore', { count: more }) : null,
    note: t('teamPage.unofficial'),
  }
}

/** The picture of one medal. */
export function medalPicture(page: TeamResponse, { place, name, division }: TeamMedal): Picture {
  return {
    above: aboveOf(page),
    title: name,
    medals: [{ place, text: t(`teamPage.${place}`) }],
    facts: [
      { text: sourceText(division), value: '' },
      { text: page.team.name, value: '' },
    ],
    rows: [],
    more: null,
    note: null,
  }
}

/** The texts of the picture as sentences, for screen readers; the counts of medals are left out. */
export const pictureText = ({ above, title, medals: shown, facts, rows, more, note }: Picture): string =>
  [
    title,
    ...above,
    ...(shown.length > 1 ? [] : shown.map(({ text }) => text)),
    ...facts.map(({ text, value }) => `${text} ${value}`.trim()),
    ...rows.map((row) => `${t(`teamPage.${row.place}`)}: ${row.title}, ${row.text}`),
    more,
    note,
  ]
    .filter(Boolean)
    .join('. ')
