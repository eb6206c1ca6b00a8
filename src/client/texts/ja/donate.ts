// Texts of the donations page.
import type { texts as en } from '../en/donate.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'donate.title': '寄付',
  'donate.heading': 'これからもマットサイドで使えるように',
  'donate.text':
    'RollCallはご家族もコーチも仲間も無料で使えます。ただし運営には費用がかかります。RollCallのおかげで間に合ったことがあれば、少しのご寄付が次のご家族の力になります。',
  'donate.button': '寄付する',
  'donate.buttonLabel': '寄付する（新しいタブで開きます）',
  'donate.secure': 'カード決済会社による安全なお支払い',
  'donate.none':
    '現在ここでの寄付は受け付けていません。チームの仲間にRollCallを教えていただくだけでも、同じくらい助かります。',
  'donate.uses': '寄付の使いみち',
  'donate.developmentTitle': '開発',
  'donate.developmentText':
    'RollCallの良いアイデアは、どれもマットサイドから生まれました。ご寄付は、次のアイデアを形にする開発時間にあてられます。',
  'donate.infrastructureTitle': 'サーバー',
  'donate.infrastructureText':
    '会場中が一斉に見る土曜日にも耐え、大会システムへの問い合わせはみんなの分を一度で済ませるサーバーです。',
  'donate.communityTitle': 'コミュニティ',
  'donate.communityText':
    'ずっと無料で、月額料金も有料機能もありません。小さな道場も大きな道場も、見られるものは同じです。',
} as const satisfies Translation<typeof en>
