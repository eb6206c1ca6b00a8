// Texts of the help page.
import type { texts as en } from '../en/help.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'help.title': 'ヘルプとサポート',
  'help.version': 'RollCall バージョンv1.00',
  'help.build': 'ビルド {version}',
  'help.buildOf': 'ビルド {version}（{commit}）',
  'help.intro':
    '大会の一日は長く、にぎやかです。RollCallは次に誰が、どのマットで、何時に戦うかをお知らせし、正しいマットに間に合うようにします。使い方は次のとおりです。',

  'help.start': 'はじめに',
  'help.followTitle': '選手をフォローする',
  'help.followText':
    '「大会」で大会を追加し、「フォローする選手を選ぶ」を押して名前の一部を入力します。アクセント記号は省略できます。人数も大会の数も好きなだけ。フォローした選手は一つの一覧に並びます。',
  'help.profilesTitle': '試合順とプロフィール',
  'help.profilesText':
    '「プロフィール」では選手の一日がわかります。終わった試合、次の試合、結果とメダルです。「試合順」を押すと、大会システムの同じ選手のページが新しいタブで開きます。元の情報をご確認になりたいときにどうぞ。',
  'help.matchesTitle': '試合ページ',
  'help.matchesText':
    '開くとすぐ、次の試合が表示されます。カードに大きく表示されるのはマットと現地の時刻です。お使いの端末のタイムゾーンが違うときは、現在地の時刻もその下に表示されます。更新の操作は不要です。変更はRollCallに届いて数秒で画面に表示されます。',
  'help.sharingTitle': '共有',
  'help.sharingText':
    '「共有」でご家族や仲間に送るリンクを作成できます。リンクを受け取った人は、アカウントなしで選手と試合をライブで見られます。期限は7日間です。「再発行」を押すと新しいリンクになり、古いリンクはすぐに使えなくなります。',

  'help.words': 'カードの表示の見方',
  'help.liveText': 'いまマットで試合中です。大会システムが開始を伝えています。',
  'help.likelyText': 'マットの先頭で、時刻も来ています。ほぼ間違いなく試合中です。',
  'help.byScheduleText': '予定時刻だけからの推定で、ほかに情報はありません。マットをご確認ください。',
  'help.dueText': '時刻が来てマットの先頭ですが、まだ始まっていません。すぐにマットでご確認ください。',
  'help.aheadText':
    '同じマットでその前に残っている試合の数です。進行が早まったり遅れたりするときは、時刻より頼りになります。',
  'help.aboutText':
    '会場のマットの実際の進み具合と、残りの試合からRollCallが予測した時刻です。その下の範囲のなかで、10試合のうち9試合が始まります。カウントダウンは範囲の始まりまでです。それまでにご準備ください。',
  'help.publishedText': '大会システムが発表した時刻です。予測との差が3分を超えるときに表示されます。',
  'help.scheduleText': '発表された時刻です。予測に必要な数の試合がまだ始まっていません。',
  'help.oldWindowText': 'しばらく新しい情報がありません。予測が不確かになるため、幅を広げて表示しています。',
  'help.lateText': '予定の時刻を過ぎましたが、まだ行われていません。どれだけ遅れても、終わるまで一覧に残ります。',
  'help.movedEarlierText':
    '予測がない間に、発表時刻が変わりました。多くは繰り上げなので、席を離れる前にもう一度ご確認ください。マットの変更は常にこのように表示されます。',
  'help.awaitingText': 'マットを離れましたが、結果はまだ記録されていません。',
  'help.ageText':
    'RollCallが大会システムの情報を最後に読み取ってからの時間です。大会当日は2分未満が普通です。黄色は2分超、赤は10分超で、そのときは会場のモニターをご確認ください。',
  'help.exampleMoved': '12分',
  'help.exampleAge': '38秒',

  'help.tips': '上手に使うコツ',
  'help.tipEarlyTitle': '早めに行く',
  'help.tipEarlyText':
    '試合は思ったよりよく早まります。カードの時刻よりかなり前に、ウォームアップと集合・計量を済ませておきましょう。',
  'help.tipWifiTitle': '安定したWi-Fiを使う',
  'help.tipWifiText':
    '満員の会場はどの回線にも厳しいものです。接続が切れるとRollCallはお知らせし、最後に取得した情報を表示したまま、つながり次第、自動で最新の情報に更新されます。',
  'help.tipOfficialTitle': '公式のモニターを見る',
  'help.tipOfficialText':
    '正式なのは会場のモニターと連盟のサイトです。大事なことを決める前には、そちらもご確認ください。',
  'help.tipDelayTitle': '情報は遅れることがあります',
  'help.tipDelayText': 'RollCallにわかるのは入力された情報だけです。本部での入力が遅れた結果は、ここでも遅れます。',

  'help.contact': 'お問い合わせ',
  'help.contactText':
    '間違い、抜け、わかりにくい点がありましたら、お知らせください。大会名、選手名、見た時刻があると助かります。',
  'help.contactNone': '間違い、抜け、わかりにくい点は、このアドレスを教えてくれた方にお伝えください。',
  'help.contactButton': '{email}に送る',
  'help.contactSubject': 'RollCallサポート',

  'help.disclaimer': '重要なお知らせ',
  'help.disclaimerText':
    'RollCallは大会システムの公開情報を表示します。古い、足りない、または誤っていることがあります。見逃した試合についてRollCallは責任を負いません。マット、時刻、結果は必ず会場の公式情報でご確認ください。',

  'help.licenses': 'RollCallのソフトウェアのライセンス',
  'help.licensesLabel': 'RollCallのソフトウェアのライセンス（新しいタブで開きます）',
} as const satisfies Translation<typeof en>
