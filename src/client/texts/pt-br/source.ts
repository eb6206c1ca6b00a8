// Text of the notice about the competition system.
import type { texts as en } from '../en/source.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'source.down': 'O sistema da competição não responde. Mostrando os últimos dados recebidos.',
  'source.quarantined': 'O sistema da competição enviou algo inesperado. Mostrando os últimos dados recebidos.',
  'source.stale': 'O sistema da competição está lento. Os horários podem demorar mais para atualizar.',
  'source.of': '{name}: {sentence}',
} as const satisfies Translation<typeof en>
