// Texts of lists that grow and refresh, as parts of the operators' screens.
import type { texts as en } from '../en/list.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'list.more': 'もっと見る',
  'list.loadingMore': '読み込み中…',
  'list.loading': '一覧を読み込んでいます',
  'list.stale': '更新できませんでした。{age}前の情報です。',
  'list.failed': 'この一覧を読み込めませんでした。',
} as const satisfies Translation<typeof en>
