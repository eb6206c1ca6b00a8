// Texts about who joined a followed team within the last 24 hours, and who withdrew.
import type { FollowRule } from '#contract/follow-rules.ts'
import { listText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'

type News = NonNullable<FollowRule['news']>
type Rule = Pick<FollowRule, 'news'>

/** The counts of these rules added up: 'last 24 h: 3 joined, 1 withdrew'; null without news. */
export function newsText(rules: readonly Rule[]): string | null {
  const total = (kind: keyof News): number => rules.reduce((sum, { news }) => sum + (news?.[kind].count ?? 0), 0)
  const [joined, withdrew] = [total('joined'), total('withdrew')]
  const counts = [
    joined > 0 && t('team.joined', { count: joined }),
    withdrew > 0 && t('team.withdrew', { count: withdrew }),
  ].filter((text) => text !== false)
  return counts.length === 0 ? null : t('team.news', { news: listText(counts) })
}

/** The news of one kind: its count, and the names ('Joined: Ana Lua, Leo Serra, 4 more'). */
export type NewsLine = { kind: keyof News; count: string; names: string; isLong: boolean }

/** A line with more names than this is long. */
const fewNames = 6

/** A line for each kind of news. */
export function newsLines({ news }: Rule): NewsLine[] {
  if (!news) return []
  return (['joined', 'withdrew'] as const)
    .filter((kind) => news[kind].count > 0)
    .map((kind) => {
      const { count, names } = news[kind]
      const unnamedCount = count - names.length
      const nameList = listText(unnamedCount > 0 ? [...names, t('team.moreNames', { count: unnamedCount })] : names)
      return {
        kind,
        count: t(`team.${kind}`, { count }),
        names: t(kind === 'joined' ? 'team.whoJoined' : 'team.whoWithdrew', { names: nameList }),
        isLong: names.length > fewNames,
      }
    })
}
