// Texts of the pages for donors and sponsors.
import type { texts as en } from '../en/support.ts'
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

  'sponsors.title': 'スポンサー',
  'sponsors.heading': '競技が見られる場所に、貴社のブランドを',
  'sponsors.text':
    '大会の日、コーチもご家族も仲間も、試合の合間にRollCallを見ます。パートナーになるとそこにお名前が並び、アプリを誰もが無料で使い続けられます。',
  'sponsors.current': '現在のスポンサー',
  'sponsors.benefits': 'パートナーのメリット',
  'sponsors.visibilityTitle': 'ブランドの露出',
  'sponsors.visibilityText': 'すべての画面のメニューと、共有されたすべてのRollCallにロゴが載ります。',
  'sponsors.presenceTitle': '大会での存在感',
  'sponsors.presenceText': 'ブースのない会場も含め、あらゆる会場に同時に届きます。',
  'sponsors.audienceTitle': 'ターゲットに届く',
  'sponsors.audienceText': '柔術のために練習し、教え、旅をし、道具を買う人たちだけが集まります。',
  'sponsors.engagementTitle': 'リアルタイムの注目',
  'sponsors.engagementText': '一日中開かれているスマートフォンで、ここぞという数分に目に留まります。',
  'sponsors.contact': 'パートナーになる',
  'sponsors.contactText': 'お名前と関心のある大会をお知らせください。担当者が直接お返事します。',
  'sponsors.contactNone': 'パートナーのご相談は、このRollCallの運営者までお願いします。',
  'sponsors.contactButton': 'パートナーについて問い合わせる',
  'sponsors.contactSubject': 'RollCallのパートナーについて',
} as const satisfies Translation<typeof en>
