// Texts of the tab of tournaments.
import type { texts as en } from '../en/tournaments.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'tournaments.noneTitle': '大会がまだありません',
  'tournaments.noneText': '大会を追加して、選手をフォローしましょう。',
  'tournaments.removeOf': '{name}を一覧から外す',
  'tournaments.removing': '外しています…',
  'tournaments.removeTitle': '{name}を一覧から外しますか？',
  'tournaments.removeText': { other: 'この大会でフォロー中の選手{count}人のフォローも解除されます。' },
  'tournaments.keep': '残す',
  'tournaments.removeFailed': '大会を一覧から外せませんでした。',
  'tournaments.importWaiting': 'まもなく取り込みを始めます',
  'tournaments.error': '大会を読み込めませんでした',
  'tournaments.list': '追加した大会',
} as const satisfies Translation<typeof en>
