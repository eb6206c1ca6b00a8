// The link preview in messengers: a title, a sentence about the next fight, and the content of the picture.
import { dotted } from '#client/texts/dotted.ts'
import { itemStatus } from '#contract/item-status.ts'
import type { SharedPicture } from '#contract/shared-page.ts'
import type { SharedMatch, SharedRollCall } from '#contract/sharing.ts'
import { beltColours, belts } from '#domain/belt.ts'
import { isolated } from '#domain/name.ts'
import { beltText } from '#client/texts/belt-words.ts'
import { clockText } from '#client/texts/format.ts'
import { matchWords } from '#client/texts/match-words.ts'
import { t } from '#client/texts/t.ts'
import { withoutEstimate } from '#client/texts/time-words.ts'
import tokens from '#client/ui/tokens.css?raw'

export type Preview = { title: string; description: string }

/** The page's title, and its next fight in one sentence, else the number of its athletes. `now`: epoch ms. */
export function previewOf(rollCall: SharedRollCall, now: number): Preview {
  const next = nextMatch(rollCall, now)
  const title = rollCall.title ?? t('shared.by', { username: rollCall.sharedBy.username })
  const count = rollCall.athletes.length
  if (!next) return { title, description: count > 0 ? t('shared.previewNone', { count }) : t('shared.previewEmpty') }
  const words = matchWords(next, now, withoutEstimate(next))
  const fight = dotted([
    `${isolated(words.athlete)} ${words.versus}`,
    words.mat === null ? null : t('match.matNumber', { mat: words.mat }),
    words.time && clockText(words.time),
    words.place,
    next.tournamentName,
  ])
  return {
    title,
    description: isLive(next, now) ? t('shared.previewLive', { fight }) : t('shared.previewNext', { fight }),
  }
}

/** The texts and colours of the picture, in the app's dark theme. */
export function pictureOf(rollCall: SharedRollCall, now: number): SharedPicture {
  const next = nextMatch(rollCall, now)
  const by = t('shared.by', { username: rollCall.sharedBy.username })
  return {
    product: t('app.name'),
    title: rollCall.title ?? by,
    owner: rollCall.title === null ? '' : by,
    heading: next ? t(isLive(next, now) ? 'shared.liveFight' : 'shared.nextFight') : t('shared.noFight'),
    isLive: next !== null && isLive(next, now),
    fight: next && fightOf(next, now),
    colours: {
      ink: colour('ink'),
      surface: colour('surface'),
      line: colour('line'),
      text: colour('text'),
      muted: colour('muted'),
      live: colour('live-fill'),
      onLive: colour('on-live'),
      belts: Object.fromEntries(belts.map((belt) => [belt, colour(`belt-${belt.toLowerCase()}`)])) as Record<
        (typeof belts)[number],
        string
      >,
      unknownBelt: colour('belt-unknown'),
      beltBar: colour('belt-bar'),
    },
  }
}

function fightOf(match: SharedMatch, now: number): NonNullable<SharedPicture['fight']> {
  const words = matchWords(match, now, withoutEstimate(match))
  return {
    athlete: words.athlete,
    versus: words.versus,
    belt: beltColours(words.belt),
    beltText: beltText(words.belt),
    mat: words.mat === null ? null : t('match.matNumber', { mat: words.mat }),
    time: words.time && clockText(words.time),
    place: words.place,
    tournament: match.tournamentName,
  }
}

/** The live match, else the first upcoming one; null if there is none for which an update is still expected. */
function nextMatch({ upcomingMatches }: SharedRollCall, now: number): SharedMatch | null {
  const open = upcomingMatches.filter((match) => itemStatus(match, match.ahead, now).kind !== 'stale')
  return open.find((match) => isLive(match, now)) ?? open[0] ?? null
}

const isLive = (match: SharedMatch, now: number): boolean => itemStatus(match, match.ahead, now).kind === 'live'

/** A token's value in the dark theme, which comes first in the file. */
function colour(name: string): string {
  const [, value] = new RegExp(`--${name}:\\s*(#[0-9a-f]{6})`).exec(tokens) ?? []
  if (value === undefined) throw new Error(`There is no colour --${name}.`)
  return value
}
