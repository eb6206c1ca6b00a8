// Texts about the people of followed athletes in other tournaments.
import type { texts as en } from '../en/people.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'people.title': 'ほかの大会にもエントリー',
  'people.sameId': '{tournament}でフォロー中の選手です',
  'people.alike': '同じ選手ですか？{tournament}の選手と名前・チーム・帯が同じです',
  'people.follow': 'フォローする',
  'people.notNow': '今はしない',
  'people.yes': '同じ選手なのでフォロー',
  'people.other': '別の選手',
  'people.about': '{action}：{name}、{tournament}',
  'people.showAll': 'すべて表示',
  'people.followed': '{name}をフォローしました',
  'people.offline': 'オンラインに戻ると回答できます。',
  'people.limit': 'フォローできるのは50大会、500人までです。',
  'people.elsewhere': 'ほかの大会',
  'people.merged': '別のエントリー（同じ選手として登録済み）',
  'people.separate': '同じ選手ではない',
  'people.separated': '別の選手として登録しました',
  'people.undo': '元に戻す',
  'people.undoOf': '元に戻す：同じ選手です',
  'people.notSaved': '保存できませんでした',
} as const satisfies Translation<typeof en>
