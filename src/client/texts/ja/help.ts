// The help page.
import type { texts as en } from '../en/help.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'help.title': 'ヘルプとサポート',
  'help.version': 'RollCall バージョンv1.00',
  'help.intro':
    '大会の一日は長く、にぎやかです。RollCallは次に誰が、どのマットで、何時に戦うかをお知らせし、正しいマットに間に合うようにします。使い方は次のとおりです。',

  'help.start': 'はじめに',
  'help.followTitle': '選手をフォローする',
  'help.followText':
    '「大会」で大会を追加し、「フォローする選手を選ぶ」を押して名前の一部を入力します。アクセント記号は気にしなくて大丈夫です。人数も大会の数も好きなだけ。フォローした選手は一つの一覧に並びます。',
  'help.profilesTitle': '試合順とプロフィール',
  'help.profilesText':
    '「プロフィール」では選手の一日がわかります。終わった試合、次の試合、結果とメダルです。「試合順」は同じ選手を大会システムの新しいタブで開きます。元の情報を確かめたいときにどうぞ。',
  'help.matchesTitle': '試合ページ',
  'help.matchesText':
    '開くとすぐ、次の試合が出ます。カードに大きく出るのはマットと現地の時刻です。お使いの端末のタイムゾーンが違うときは、お手元の時刻もその下に出ます。更新の操作は不要です。変更はRollCallに届いて数秒で画面に出ます。',
  'help.sharingTitle': '共有',
  'help.sharingText':
    '「共有」でご家族や仲間に送るリンクを作れます。リンクを受け取った人は、アカウントなしで選手と試合をライブで見られます。期限は7日間です。「更新する」を押すと新しいリンクになり、古いリンクはすぐに使えなくなります。',

  'help.words': 'カードの言葉',
  'help.liveText': 'いまマットで試合中です。大会システムが開始を伝えています。',
  'help.likelyText': 'マットの先頭で、時刻も来ています。ほぼ間違いなく試合中です。',
  'help.byScheduleText': '時計だけでの判断で、それ以上の情報はありません。マットを確かめてください。',
  'help.dueText': '時刻が来てマットの先頭ですが、まだ始まっていません。すぐマットへ向かってください。',
  'help.aheadText':
    '同じマットでその前に残っている試合の数です。進行が早まったり遅れたりするときは、時刻より頼りになります。',
  'help.lateText': '予定の時刻を過ぎましたが、まだ行われていません。どれだけ遅れても、終わるまで一覧に残ります。',
  'help.movedEarlierText':
    '時刻が変わりました。多くは繰り上げなので、席を離れる前にもう一度ご確認ください。マットの変更も同じように出ます。',
  'help.awaitingText': 'マットを離れましたが、結果はまだ記録されていません。',
  'help.ageText':
    '表示中の情報の古さです。RollCallが大会システムを最後に読んだのがどれだけ前かを示します。大会当日は2分未満が普通です。黄色は2分超、赤は10分超で、そのときは会場のモニターを信じてください。',
  'help.exampleMoved': '12分',
  'help.exampleAge': '38秒',

  'help.tips': '上手に使うコツ',
  'help.tipEarlyTitle': '早めに行く',
  'help.tipEarlyText':
    '試合は思ったよりよく早まります。カードの時刻よりかなり前に、ウォームアップと受付を済ませておきましょう。',
  'help.tipWifiTitle': '安定したWi-Fiを使う',
  'help.tipWifiText':
    '満員の会場はどの回線にも厳しいものです。接続が切れるとRollCallはお知らせし、最後の情報を表示したまま、つながり次第ひとりでに追いつきます。',
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
} as const satisfies Translation<typeof en>
