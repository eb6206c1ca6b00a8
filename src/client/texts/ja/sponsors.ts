// Texts of the sponsors' page.
import type { texts as en } from '../en/sponsors.ts'
import type { Translation } from '../t.ts'

export const texts = {
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
