// Texts of the tab of followed athletes.
import type { texts as en } from '../en/followed.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'followed.title': 'フォロー中の選手',
  'followed.search': '選手を検索…',
  'followed.noneTitle': 'フォロー中の選手がいません',
  'followed.noneText': '大会の選手をフォローすると、ここに表示されます。',
  'followed.noneMatching': '「{search}」に一致する選手はいません',
  'followed.weight': '階級：{weight}',
  'followed.next': '次',
  'followed.nextNone': '予定なし',
  'followed.unlisted': '公式の一覧に掲載されていません',
  'followed.renderError': '{name}を表示できません：{message}',
  'followed.list': 'フォロー中の選手',
} as const satisfies Translation<typeof en>
