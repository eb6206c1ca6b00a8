// What the tab of the tournaments says.
import type { texts as en } from '../en/tournaments.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'tournaments.noneTitle': '大会がまだありません',
  'tournaments.noneText': '大会を追加して、選手をフォローしましょう。',
  'tournaments.removeOf': '{name}を削除',
  'tournaments.removing': '削除中…',
  'tournaments.removeTitle': '{name}を削除しますか？',
  'tournaments.removeText': { other: 'この大会でフォロー中の選手{count}人のフォローも解除されます。' },
  'tournaments.keep': '残す',
  'tournaments.removeFailed': '大会を削除できませんでした。',
  'tournaments.importWaiting': 'まもなく取り込みを始めます',
  'tournaments.error': '大会を読み込めませんでした',
  'tournaments.list': '追加した大会',
} as const satisfies Translation<typeof en>
