// Texts of the overlay at the foot of every screen: the connection, offers, pending changes.
import type { texts as en } from '../en/offers.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'connection.polled': 'ライブ更新が遮断されています。一覧は{count}分ごとに読み込みます',
  'connection.lastRead': '最終{age}前',

  'offer.label': 'RollCallからのお知らせ',
  'offer.update': '新しいバージョンがあります',
  'offer.updateText': '都合のよいときに再読み込みしてください。',
  'offer.later': 'あとで',
  'offer.alertsStopped': 'この端末で通知が停止しました',
  'offer.alertsStoppedText':
    'この端末には通知が届きません。試合が近づいたことを知るには、通知をもう一度オンにしてください。',
  'offer.alertsAccept': 'オンにする',
  'offer.alertsDecline': 'この端末では不要',
  'offer.alertsDenied':
    'ブラウザーが通知を許可していません。ブラウザーの設定でRollCallの通知を許可してから、プロフィールで通知をオンにしてください。',
  'offer.alertsOn': '通知を再びオンにしました',
  'offer.alertsFailed': '通知をオンにできませんでした。もう一度お試しください。',
  'offer.install': 'RollCallをインストール',
  'offer.installText': 'ホーム画面からすぐに開けます。オフラインでも使えます。',
  'offer.accept': 'インストール',
  'offer.decline': '今はしない',
  'offer.byHand': 'ブラウザーの共有ボタンから「ホーム画面に追加」を選んでください。オフラインでもすぐに開けます。',
  'offer.understood': 'わかりました',

  'waiting.title': { other: '接続待ちの変更：{count}件' },
  'waiting.follow': '{name}をフォロー',
  'waiting.unfollow': '{name}のフォローを解除',
  'waiting.followRefused': '{name}をフォローできませんでした',
  'waiting.unfollowRefused': '{name}のフォローを解除できませんでした',
} as const satisfies Translation<typeof en>
