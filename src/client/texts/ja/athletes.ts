// Texts of the screen to find and follow athletes of a tournament.
import type { texts as en } from '../en/athletes.ts'
import type { Translation } from '../t.ts'
import { texts as missing } from './missing.ts'

export const texts = {
  ...missing,
  'athletes.search': '選手を検索…',
  'athletes.found': '{count}人見つかりました',
  'athletes.foundMore': '{count}人以上見つかりました',
  'athletes.ready': '名前で検索できます',
  'athletes.followedCount': '{count}人をフォロー中',
  'athletes.following': 'フォロー中',
  'athletes.results': '検索結果',
  'athletes.emptyTitle': '選手を検索',
  'athletes.emptyText': '名前を入力してください。',
  'athletes.searching': '選手を検索しています…',
  'athletes.noResults': '見つかりませんでした',
  'athletes.allFollowed': '見つかった選手は全員フォロー中です。',
  'athletes.noFollowed': 'この大会でフォロー中の選手はいません',
  'athletes.follow': 'フォロー',
  'athletes.unfollow': '解除',
  'athletes.followOf': '{name}をフォロー',
  'athletes.unfollowOf': '{name}のフォローを解除',
  'athletes.processing': { other: '選手{count}人を処理しています…' },
  'athletes.processingOne': '試合を取得中… {seconds}秒',
  'athletes.readyOne': '{seconds}秒で試合を取得しました',
  'athletes.failedOne': '試合はバックグラウンドで取得しています…',
  'athletes.followFailed': '{name}をフォローできませんでした',
  'athletes.unfollowFailed': '{name}のフォローを解除できませんでした',
  'athletes.unfollowStatus': 'フォローを解除できませんでした（エラー {status}）。もう一度お試しください。',
  'athletes.searchFailed': '検索できませんでした。もう一度お試しください。',
  'athletes.notFoundTitle': '大会が見つかりません',
  'athletes.notFoundText': '一覧から外された可能性があります。',
  'athletes.goToTournaments': '大会一覧へ',
  'athletes.importing': '選手の取り込みが終わると検索できます。',
} as const satisfies Translation<typeof en>
