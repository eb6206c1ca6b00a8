// Texts of the not-found page.
import type { texts as en } from '../en/not-found.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'notFound.title': '404 ページが見つかりません',
  'notFound.text': 'このアドレスには何もありません。アドレスをご確認ください。',
  'notFound.home': 'RollCallへ',
} as const satisfies Translation<typeof en>
