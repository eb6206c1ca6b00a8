// Texts about what the source has not published yet; a part of those of three screens.
import type { texts as en } from '../en/missing.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'missing.title': 'まだ公開されていません',
  'missing.everything': 'まだ公開されていません。RollCallが自動で確認し直します。',
  'missing.athletes': '日程は公開されましたが、選手はまだです。RollCallが自動で確認し直します。',
  'missing.brackets': 'トーナメント表はまだ公開されていません。RollCallが自動で確認し直します。',
  'missing.days': '日程はまだ公開されていません。RollCallが自動で確認し直します。',
  'missing.looked': '最終確認: {age}。',
} as const satisfies Translation<typeof en>
