// Texts of the dialogs that add tournaments and show their import.
import type { texts as en } from '../en/adding.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'add.title': '追加できる大会',
  'add.text': '一覧に加える大会を選んでください。',
  'add.refresh': '更新',
  'add.refreshing': '更新中…',
  'add.loading': '大会を読み込んでいます…',
  'add.refreshingList': '大会を更新しています…',
  'add.error': '大会を読み込めませんでした',
  'add.empty': '大会が見つかりません',
  'add.search': '大会を検索…',
  'add.added': '追加済み',
  'add.adding': '追加中…',
  'add.submit': { other: '大会を{count}件追加' },
  'add.failed': '大会を追加できませんでした。',

  'import.title': { other: '大会を取り込み中（{count}件）' },
  'import.text': 'このまま待っても、ほかの操作をしても問題ありません。取り込みはサーバーで続きます。',
  'import.tournament': '大会の情報',
  'import.days': '大会の日程',
  'import.fighters': '選手',
  'import.finalizing': '最終処理',
  'import.daysCount': '{done}/{total}',
  'import.done': '完了',
  'import.running': '進行中',
  'import.pending': '待機中',
  'import.failed': '停止',
  'import.percent': '{percent}%',
  'import.background': 'バックグラウンドで続ける',
  'import.select': 'フォローする選手を選ぶ',
} as const satisfies Translation<typeof en>
