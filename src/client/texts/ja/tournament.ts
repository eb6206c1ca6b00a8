// Texts of the page of one tournament with its mat boards.
import type { texts as en } from '../en/tournament.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'tournament.notFoundTitle': '大会が見つかりません',
  'tournament.notFoundText': '一覧から外された可能性があります。',
  'tournament.goToTournaments': '大会一覧へ',
  'tournament.days': '日程',
  'tournament.day': '{date}({weekday})',
  'tournament.yours': 'フォロー中の選手',
  'tournament.yoursNone': 'この大会でフォロー中の選手はまだいません。',
  'tournament.mats': 'マット',
  'tournament.toMat': 'マット{mat}',
  'tournament.toOwnMat': 'マット{mat}（フォロー中の選手あり）',
  'tournament.toCome': { other: '残り{count}試合' },
  'tournament.matOver': 'このマットの試合は終わりました',
  'tournament.runsEarly': '予定より{duration}早い進行',
  'tournament.runsLate': '予定より{duration}遅れ',
  'tournament.onTime': '予定どおりの進行',
  'tournament.notStarted': 'まだ始まっていません',
  'tournament.standsStill': '進行が止まっています',
  'tournament.between': { other: 'この前に{count}試合' },
  'tournament.more': { other: 'ほか{count}試合' },
  'tournament.fight': '第{number}試合',
  'tournament.against': '対',
  'tournament.unpublishedTitle': 'まだ公開されていません',
  'tournament.unpublishedText': '大会システムで公開されしだい、この日の試合がここに表示されます。',
  'tournament.importingText': 'この大会を取り込んでいます。試合はまもなくここに表示されます。',
  'tournament.overTitle': 'すべての試合が終わりました',
  'tournament.overText': 'この日の試合はもうありません。',
  'tournament.nothingNext': '予定なし',
  'tournament.record': '{wins}勝{losses}敗',
} as const satisfies Translation<typeof en>
