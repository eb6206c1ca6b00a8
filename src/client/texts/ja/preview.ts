// Texts of the link preview of a shared page; used on the server only.
import type { texts as en } from '../en/preview.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'shared.previewNext': '次の試合：{fight}',
  'shared.previewLive': '試合中：{fight}',
  'shared.previewNone': { other: '選手{count}人の試合、マット、時刻をライブでお届けします。' },
  'shared.previewEmpty': '試合、マット、時刻をライブでお届けします。',
  'shared.previewImage': '{title}：{text}',
  'shared.nextFight': '次の試合',
  'shared.liveFight': '試合中',
  'shared.noFight': '予定の試合はありません',
} as const satisfies Translation<typeof en>
