// Japanese, with the words of the sport as the federation's tournaments in Japan use them.
import { divisionWords } from '#contract/division-words/ja.ts'
import { createDataWords, type DataWords } from '../data-words.ts'
import { texts } from '../ja.ts'
import type { Locale } from '../t.ts'

export const words: DataWords = {
  sport: {
    ...divisionWords.words,
    Final: '決勝',
    'Semi-Final': '準決勝',
    'Quarter Final': '準々決勝',
    'Round #': '#回戦',
    'Day #': '#日目',
    Eastern: '米国東部時間',
    Central: '米国中部時間',
    Mountain: '米国山岳部時間',
    Pacific: '米国太平洋時間',
    Arizona: 'アリゾナ時間',
    Alaska: 'アラスカ時間',
    Hawaii: 'ハワイ時間',
    UK: '英国時間',
    'Central European': '中央ヨーロッパ時間',
    Japan: '日本時間',
    China: '中国時間',
    'Australian Eastern': 'オーストラリア東部時間',
    Brazil: 'ブラジリア時間',
  },
  sentences: {
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
    'Order of Fights data refreshed.': '試合順を更新しました。',
    'This data was read less than 30 seconds ago.': 'このデータは30秒以内に読み取ったものです。',
    'The data is being read and will appear shortly.': 'データを読み取っています。まもなく表示されます。',
    'RollCall is not reading the competition system at the moment. The last known data stays.':
      'RollCallは現在、大会システムを読み取っていません。最後に取得した情報を表示しています。',
    'The competition system could not be read. The last known data stays.':
      '大会システムを読み取れませんでした。最後に取得した情報を表示しています。',
    'The competition system no longer lists this tournament. This is the last data.':
      'この大会は大会システムに掲載されていません。最後に取得した情報を表示しています。',
    'Type at least 3 characters to search.': '3文字以上入力すると検索できます。',
    'You can follow at most 500 athletes.': 'フォローできる選手は500人までです。',
    'Notes can have at most 2,000 characters.': 'メモは2,000文字までです。',
    'A tag can have at most 30 characters.': 'タグは30文字までです。',
    'A tag needs at least one letter.': 'タグには1文字以上必要です。',
    'An athlete can have at most 10 tags.': 'タグは選手1人につき10個までです。',
    'Use at most 80 characters for the title.': 'タイトルは80文字以内にしてください。',
    'Invalid share link': '共有リンクが正しくありません',
    'Use 1 to 40 characters for your name.': '名前は1～40文字で入力してください。',
    'The owner of this RollCall does not let this link claim fights.':
      'このRollCallの作成者は、このリンクで試合の担当を決めることを許可していません。',
    'This fight cannot be claimed any more.': 'この試合の担当はもう決められません。',
    'This shared RollCall could not be found or has expired.': 'この共有RollCallは見つからないか、期限が切れています。',
    'Select at least one tournament.': '大会を一つ以上選んでください。',
    'This tournament is not in the list of the competition system.': 'この大会は大会システムの一覧にありません。',
    'You can add at most 50 tournaments.': '追加できる大会は50件までです。',
    'The account with id 1 cannot be removed.': 'IDが1のアカウントは削除できません。',
    'You cannot remove your own account here.': 'ここでは自分のアカウントを削除できません。',
    'The last administrator cannot be removed.': '最後の管理者は削除できません。',
    'This link is in use. Remove it as a shareable link.': 'このリンクは使用中です。共有リンクとして削除してください。',
    'This is not the name of a time zone. Use one like America/New_York.':
      'タイムゾーンの名前ではありません。America/New_Yorkのような名前を使ってください。',
  },
  codes: {
    'invalid-input': 'リクエストの内容に誤りがあります。',
    'wrong-password': '現在のパスワードが違います。',
    'invalid-token': 'このパスワード再設定リンクは無効か、期限が切れています。',
    unauthorized: 'ログインしてください。',
    'wrong-login': 'メールアドレスまたはパスワードが違います。',
    forbidden: 'この操作は許可されていません。',
    'cross-site': 'このリクエストは別のサイトから送られました。',
    'wrong-host': 'RollCall はこのホスト名では応答しません。応答するホスト名は PUBLIC_URL で設定します。',
    'not-found': '見つかりません。',
    'wrong-method': 'このアドレスではその方法を使えません。',
    changed: 'その間に別の端末で変更されました。',
    taken: 'この名前またはメールアドレスは使えません。',
    'two-people': '別の選手です。',
    'not-removable': 'これは削除できません。',
    limit: '上限に達しました。',
    'other-user': 'このブラウザでは別のユーザーがログインしています。',
    'too-large': 'リクエストが大きすぎます。',
    'not-json': 'リクエストはJSONで送ってください。',
    'too-many': '操作の回数が多すぎます。しばらくしてからもう一度お試しください。',
    bug: 'サーバーで問題が発生しました。',
    'source-unavailable': '大会システムを読み取れませんでした。最後に取得した情報を表示しています。',
    busy: 'RollCallが混み合っています。少し待ってからもう一度お試しください。',
  },
}

export const locale: Locale = {
  language: 'ja',
  texts,
  parts: {
    admin: () => import('../ja/admin.ts'),
    athletes: () => import('../ja/athletes.ts'),
    profile: () => import('../ja/profile.ts'),
    auth: () => import('../ja/auth.ts'),
    tournament: () => import('../ja/tournament.ts'),
    diagnostics: () => import('../ja/diagnostics.ts'),
    help: () => import('../ja/help.ts'),
    support: () => import('../ja/support.ts'),
    settings: () => import('../ja/settings.ts'),
    share: () => import('../ja/share.ts'),
    account: () => import('../ja/account.ts'),
    offers: () => import('../ja/offers.ts'),
    day: () => import('../ja/day.ts'),
    claims: () => import('../ja/claims.ts'),
    tournaments: () => import('../ja/tournaments.ts'),
    'tournament-state': () => import('../ja/tournament-state.ts'),
    source: () => import('../ja/source.ts'),
    'not-found': () => import('../ja/not-found.ts'),
  },
  ...createDataWords('ja', texts, words),
}
