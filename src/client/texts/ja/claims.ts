// Texts about who covers a match; for the app's cards and for the public page.
import type { texts as en } from '../en/claims.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'claim.question': '担当は？',
  'claim.questionOf': '担当は？ {athlete}の試合を担当する',
  'claim.ownOf': '{athlete}の試合はあなたが担当です。担当を外す',
  'claim.unsentOf': '{athlete}の試合はあなたが担当です（未送信）。担当を外す',
  'claim.otherOf': '{athlete}の試合は{name}さんが担当です。担当を代わる',
  'claim.by': '担当：{name}さん',
  'claim.byYou': '担当：あなた',
  'claim.takeTitle': '{name}さんが担当しています',
  'claim.takeText': '担当を代わりますか？ {name}さんの画面にも表示されます。',
  'claim.take': '担当を代わる',
  'claim.lost': '担当が{name}さんに代わりました',
  'claim.refused': '担当にできませんでした',
  'claim.releaseRefused': '担当を外せませんでした',
  'claim.nameTitle': 'お名前は？',
  'claim.nameText': '担当する試合に、あなたの名前がリンクを知る全員に表示されます。名前はこの端末に保存されます。',
  'claim.name': '名前',
  'claim.confirm': 'この試合を担当',
  'claim.hint': '手のマークを押すと、その試合の担当になれます。',
  'claim.as': '{name}さんとして担当します。',
  'claim.rename': '名前を変更',
  'claim.saveName': '保存',
} as const satisfies Translation<typeof en>
