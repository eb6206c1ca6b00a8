// Texts of login, signup and account recovery.
import type { texts as en } from '../en/auth.ts'
import type { AccountSentence } from '../data-words.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'auth.tagline': '次は誰が、どのマットで、何時に。',
  'auth.logIn': 'ログイン',
  'auth.loggingIn': 'ログイン中…',
  'auth.signUp': '新規登録',
  'auth.signingUp': '登録中…',
  'auth.loginTitle': 'おかえりなさい',
  'auth.signupTitle': 'アカウントを作成',
  'auth.email': 'メールアドレス',
  'auth.username': 'ユーザー名',
  'auth.password': 'パスワード',
  'auth.confirmPassword': 'パスワード（確認）',
  'auth.passwordHint': '8文字以上',
  'auth.rememberMe': 'ログインを保持',
  'auth.noAccount': 'アカウントをお持ちでない方は',
  'auth.haveAccount': 'アカウントをお持ちの方は',
  'auth.alertsStopped': 'この端末の通知は停止しています。ログインすると再開します。',
  'auth.sessionEnded': 'ログインの有効期限が切れました。もう一度ログインしてください。',
  'auth.loginFailed': 'ログインできませんでした',
  'auth.registrationFailed': '登録できませんでした',
  'auth.welcome': 'RollCallへようこそ！',
  'auth.welcomeText': 'まずは大会を追加して、選手をフォローしましょう。',
  'auth.forgotPassword': 'パスワードをお忘れの方',
  'auth.newPassword': '新しいパスワード',
  'auth.refusedText':
    '以前に登録したことがありますか？なければメールをご確認ください。このアドレスを使うためのリンクが届いているかもしれません。',
  'auth.logInInstead': 'ログインする',
  'auth.backToLogin': 'ログインに戻る',

  'forgot.title': 'パスワードの再設定',
  'forgot.text': 'アカウントのメールアドレスを入力してください。新しいパスワードを設定するためのリンクをお送りします。',
  'forgot.submit': 'リンクを送る',
  'forgot.sending': '送信中…',
  'forgot.sent': 'リンクを送りました！',
  'forgot.sentText':
    'メールに届いた再設定用のリンクを開いてください。受信トレイに見当たらないときは、迷惑メールのフォルダもご確認ください。',
  'forgot.sentLimit':
    '1つのアドレスに送るリンクは1時間に3通まで（未確認のアドレスには1日12通まで）で、使えるのは最新のものだけです。',
  'forgot.failed': 'メールを送れませんでした',
  'forgot.unreachable': 'メールを送れませんでした。もう一度お試しください。',

  'reset.title': '新しいパスワードを設定',
  'reset.text': '現在ログイン中の端末はすべてログアウトされます。',
  'reset.submit': 'パスワードを再設定',
  'reset.submitting': '再設定中…',
  'reset.checking': 'リンクを確認しています…',
  'reset.deadText': 'リンクは30分間有効で、一度だけ使えます。使えるのは最新のものだけです。',
  'reset.invalidLink': '無効なリンク',
  'reset.invalidLinkText': '再設定用のリンクが無効か、途中で切れています。',
  'reset.invalidToken': 'このリンクは無効です',
  'reset.failedTitle': '再設定できませんでした',
  'reset.failed': 'パスワードを再設定できませんでした',
  'reset.unreachable': 'パスワードを再設定できませんでした。もう一度お試しください。',
  'reset.newLink': '新しいリンクを送る',
  'reset.done': 'パスワードを再設定しました',
  'reset.doneText': '新しいパスワードでログインしてください。まもなくログイン画面が開きます。',
  'reset.goToLogin': 'ログインへ',

  'restore.title': 'アカウントの復元',
  'restore.text':
    'アカウントのメールアドレスが変更されました。心当たりがなければ、元のアドレスに戻してください。すべての端末がログアウトされ、新しいパスワードを設定できます。',
  'restore.submit': 'アカウントを復元',
  'restore.submitting': '処理中…',
  'restore.done': 'アカウントを復元しました',
  'restore.setPassword': '新しいパスワードを設定',
  'restore.failedTitle': 'アカウントを復元できませんでした',
  'restore.failed': 'アカウントを復元できませんでした。',
  'restore.invalidText': 'メールのリンクをもう一度開くか、お問い合わせください。',

  'verify.title': 'メールアドレスの確認',
  'verify.checking': 'リンクを確認しています…',
  'verify.text':
    '{email} をご自身のRollCallアカウントに登録しましたか？その場合は確認してください。確認すると、ほかの人はこのアドレスを使えなくなり、アカウントに関するお知らせが届きます。',
  'verify.submit': 'アドレスを確認',
  'verify.submitting': '確認中…',
  'verify.notMine': 'そのようなアカウントはありません',
  'verify.takeTitle': 'メールアドレスを使う',
  'verify.takeText':
    'メールを開いたことで、{email} がご自身のアドレスであることが分かりました。このアドレスを使えます。確認せずに登録しているアカウントからは、アドレスが外れます。',
  'verify.otherUser':
    '現在 {username} でログイン中です。このアカウントで使う場合は、プロフィールで入力してください。別のアカウントで使う場合は、ログアウトしてからリンクをもう一度開いてください。',
  'verify.signUp': 'アカウントを作成',
  'verify.useMine': '{username} で使う',
  'verify.toProfile': 'プロフィールを開く',
  'verify.failedTitle': '確認できませんでした',
  'verify.failed': 'メールアドレスを確認できませんでした。',
  'verify.invalidText':
    '新しいリンクはプロフィールから送れます。アカウントがない場合は、このアドレスでもう一度登録してください。',
  'verify.done': 'メールアドレスを確認しました',
  'verify.doneText': '今後、アカウントに関するお知らせがこのアドレスに届きます。',
  'verify.home': 'RollCallへ',

  'field.passwordRule':
    'よくあるパスワード、単純な並び、自分の名前は使えません。いくつかの言葉を並べるのがおすすめです。',
  'field.showPassword': 'パスワードを表示',
  'field.hidePassword': 'パスワードを隠す',
} as const satisfies Translation<typeof en>

export const sentences: Record<AccountSentence, string> = {
  'Please enter a valid email': '正しいメールアドレスを入力してください',
  'Password is required': 'パスワードを入力してください',
  'Password must be at least 8 characters long': 'パスワードは8文字以上にしてください',
  "Passwords don't match": 'パスワードが一致しません',
  'Password must be at most 256 characters long.': 'パスワードは256文字以内にしてください。',
  'This password is too easy to guess. Please choose another.':
    'このパスワードは推測されやすいため使えません。別のものにしてください。',
  'Use 1 to 40 letters, digits, blanks, dots, dashes or underscores.':
    '文字、数字、空白、ピリオド、ハイフン、アンダースコアを1〜40文字で入力してください。',
  'Use letters of one alphabet in each word, and one blank between two words.':
    '1つの単語には1種類の文字体系だけを使い、単語の間は空白1つにしてください。',
  'Username is required.': 'ユーザー名を入力してください。',
  'This username is taken.': 'このユーザー名はすでに使われています。',
  'This username looks like one that is taken.': 'このユーザー名は、すでに使われている名前と見分けがつきません。',
  'This username looks official. Please choose another.':
    'このユーザー名は公式のものに見えます。別の名前を選んでください。',
  'Email is required.': 'メールアドレスを入力してください。',
  'Current password is required.': '現在のパスワードを入力してください。',
  'New password is required.': '新しいパスワードを入力してください。',
  'New password must be at least 6 characters long.': '新しいパスワードは6文字以上にしてください。',
  'New passwords do not match.': '新しいパスワードが一致しません。',
  'This reset link is invalid or has expired.': 'このパスワード再設定リンクは無効か、期限が切れています。',
  'This link is invalid or has expired.': 'このリンクは無効か、期限が切れています。',
  'If an account has this email, a reset link is on its way.':
    'このメールアドレスのアカウントがあれば、再設定用のリンクをお送りします。',
  'Your password is changed. Please log in.': 'パスワードを変更しました。ログインしてください。',
  'Your password is changed. Your other devices are logged out.':
    'パスワードを変更しました。ほかの端末はログアウトされました。',
  'This address got three such emails today. Please look for them, or try again tomorrow.':
    'このアドレスには本日すでに3通送信しました。届いているメールをご確認いただくか、明日もう一度お試しください。',
  'You can change your email address three times a day. Please try again tomorrow.':
    'メールアドレスを変更できるのは1日3回までです。明日もう一度お試しください。',
  'Your email address is back and every device is logged out. Please set a new password now.':
    'メールアドレスを元に戻し、すべての端末をログアウトしました。今すぐ新しいパスワードを設定してください。',
}
