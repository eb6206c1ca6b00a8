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
  'tournament.between': { other: 'この前に{count}試合' },
  'tournament.more': { other: 'ほか{count}試合' },
  'tournament.fight': '第{number}試合',
  'tournament.against': '対',
  'tournament.unpublishedTitle': 'まだ公開されていません',
  'tournament.unpublishedText': '大会システムで公開されしだい、この日の試合がここに表示されます。',
  'tournament.importingText': 'この大会を取り込んでいます。試合はまもなくここに表示されます。',
  'tournament.overTitle': 'すべての試合が終わりました',
  'tournament.overText': 'この日の試合はもうありません。',
  'tournament.timesTitle': '予想時刻の精度',
  'tournament.timesInside': '{count}試合のうち{percent}%が、1時間前に表示した予想範囲内に始まりました。',
  'tournament.timesError': '誤差の中央値は、公式の予定時刻が{published}分、当アプリの予想が{estimated}分でした。',
  'tournament.timesHow': '半数の試合は、これより小さい誤差でした。',
  'tournament.nothingNext': '予定なし',
  'tournament.record': '{wins}勝{losses}敗',
} as const satisfies Translation<typeof en>
