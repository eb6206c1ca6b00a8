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

/** A line of names for each kind of news: 'Joined: Ana Lua, Leo Serra, 4 more'. */
export function newsLines({ news }: Rule): string[] {
  if (!news) return []
  return (['joined', 'withdrew'] as const)
    .filter((kind) => news[kind].count > 0)
    .map((kind) => {
      const { count, names } = news[kind]
      const hidden = count - names.length
      const all = hidden > 0 ? [...names, t('team.moreNames', { count: hidden })] : names
      return t(kind === 'joined' ? 'team.whoJoined' : 'team.whoWithdrew', { names: listText(all) })
    })
}
