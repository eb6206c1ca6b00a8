// Text of the notice about the competition system.
import type { texts as en } from '../en/source.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'source.down': '大会システムが応答していません。最後に取得した情報を表示しています。',
  'source.quarantined': '大会システムから予期しない応答がありました。最後に取得した情報を表示しています。',
  'source.stale': '大会システムの応答が遅れています。時刻の反映が遅れることがあります。',
  'source.of': '{name}：{sentence}',
} as const satisfies Translation<typeof en>
