// Texts about a tournament's links, its import and its unpublished parts, which three screens show.
import type { texts as en } from '../en/tournament-state.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'tournaments.back': '大会一覧に戻る',
  'tournaments.select': 'フォローする選手を選ぶ',
  'tournaments.orderOfFights': '試合順',
  'tournaments.brackets': 'トーナメント表',
  'tournaments.bracketsOf': '{name}のトーナメント表（新しいタブで開きます）',
  'tournaments.importing': '取り込み中',
  'tournaments.importFailed': '取り込みが止まりました。もう一度試みます。',

  'missing.title': 'まだ公開されていません',
  'missing.everything': 'まだ公開されていません。RollCallが自動で確認し直します。',
  'missing.athletes': '日程は公開されましたが、選手はまだです。RollCallが自動で確認し直します。',
  'missing.brackets': 'トーナメント表はまだ公開されていません。RollCallが自動で確認し直します。',
  'missing.days': '日程はまだ公開されていません。RollCallが自動で確認し直します。',
  'missing.looked': '最終確認：{age}。',
  'tournaments.archived': '終了した大会です。大会システムの一覧から外れたため、最後に取得した情報を表示しています。',
} as const satisfies Translation<typeof en>
