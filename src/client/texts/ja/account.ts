// Texts of the menu with its sponsors, and of the logout; the profile settings also use them.
import type { texts as en } from '../en/account.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'nav.profile': 'プロフィール',
  'nav.share': '共有',
  'nav.help': 'ヘルプ',
  'nav.sponsors': 'スポンサー',
  'nav.donate': '寄付',
  'nav.admin': '管理',
  'nav.diagnostics': '診断',
  'nav.logOut': 'ログアウト',
  'nav.lightTheme': 'ライトテーマ',
  'nav.darkTheme': 'ダークテーマ',
  'nav.signedInAs': 'ログイン中：{username}',
  'nav.ourSponsors': 'スポンサー',
  'nav.sponsorOf': '{name}（新しいタブで開きます）',
  'nav.yourLogo': '貴社のロゴ',
  'logout.failed': 'サーバーでログアウトできませんでした',
  'logout.done': 'ログアウトしました',
  'logout.doneText': 'アカウントからログアウトしました。',
  'logout.offlineText': 'この端末ではログアウトしました。接続が戻り次第、サーバーでもログアウトされます。',
  'logout.refusedText':
    'この端末ではログアウトしました。サーバーではまだ終了していないため、RollCallが自動で再試行します。',
} as const satisfies Translation<typeof en>
