// Texts of the steps of an athlete's day. Included in the parts of the screens that show them.
import type { texts as en } from '../en/steps.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'step.title': '当日の流れ',
  'step.report': '{time}までに集合',
  'step.reportOn': '{day} {time}までに集合',
  'step.reportText': '会場で試合の準備を整えておきます。マットの進行が遅れても、この時刻は変わりません。',
  'step.weigh-in': '計量は1回限り',
  'step.weigh-inText': '最初の試合の直前です。超過すると失格になります。',
  'step.alone': '試合なし：計量のみ',
  'step.aloneBy': '試合なし：{time}までに計量',
  'step.aloneOn': '試合なし：{day} {time}までに計量',
  'step.podium': '表彰台へ',
  'step.open-class': 'オープンクラス：申込みはあと{count}分',
  'step.openClassTitle': 'オープンクラス',
  'step.openClassText': '{time}までに受付で申し込みます。メダル獲得から15分以内です。',
  'step.openClassEntered': '申込み済みです。',
  'step.openClassOver': '申込みは終了しました。',
  'step.withdrawn': '棄権または体重超過',
  'step.withdrawnText': '最初の試合の前に出場しなくなりました。',
  'step.done': '済み',
  'step.checklist': 'チェックリスト',
  'step.checkWeight': '体重：試合と同じ服装で計量します',
  'step.checkGi': '道着：清潔で破れがなく、規定のサイズ。着替えた場合は再計量になります',
  'step.checkUniform': 'ラッシュガードとショーツ：規定の色',
  'step.checkId': '写真付き身分証または連盟の会員証（毎試合前に確認）',
} as const satisfies Translation<typeof en>
