// The user's own settings.
import type { texts as en } from '../en/settings.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'settings.title': 'プロフィール',
  'settings.information': 'プロフィール情報',
  'settings.informationText': 'ユーザー名は、共有したRollCallを開いた人に見えます。メールアドレスは誰にも見えません。',
  'settings.username': 'ユーザー名',
  'settings.email': 'メールアドレス',
  'settings.save': '変更を保存',
  'settings.saving': '保存中…',
  'settings.saved': 'プロフィールを更新しました',
  'settings.savedText': '変更を保存しました。',
  'settings.saveFailed': '更新できませんでした',
  'settings.validationError': '入力をご確認ください',

  'settings.password': 'パスワードの変更',
  'settings.passwordText': '変更すると、ほかの端末はログアウトされます。',
  'settings.currentPassword': '現在のパスワード',
  'settings.newPassword': '新しいパスワード',
  'settings.confirmPassword': '新しいパスワード（確認）',
  'settings.passwordHint': '6文字以上',
  'settings.changePassword': 'パスワードを変更',
  'settings.changingPassword': '変更中…',
  'settings.passwordChanged': 'パスワードを変更しました',
  'settings.passwordFailed': 'パスワードを変更できませんでした',

  'settings.sessions': 'ログイン中の端末',
  'settings.sessionsText': 'ログインしている場所です。心当たりのないものや使わないものは終了してください。',
  'settings.thisDevice': 'この端末',
  'settings.activeNow': '現在使用中',
  'settings.lastUsed': '最終利用 {age}',
  'settings.end': '終了',
  'settings.endOf': '{device}のログインを終了（最終利用 {age}前）',
  'settings.ending': '終了中…',
  'settings.ended': '終了しました',
  'settings.endedText': '{device}からログアウトしました。',
  'settings.endFailed': 'ログインを終了できませんでした。',
  'settings.sessionsFailed': '端末の一覧を読み込めませんでした。',

  'settings.actions': 'アカウント',
  'settings.darkTheme': 'ダークテーマ',
  'settings.darkThemeText': 'ダークは目と電池にやさしく、ライトは日の入る明るい会場に向いています。',
  'settings.logOut': 'ログアウト',
} as const satisfies Translation<typeof en>
