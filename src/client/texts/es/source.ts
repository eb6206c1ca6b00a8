// Text of the notice about the competition system.
import type { texts as en } from '../en/source.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'source.down': 'El sistema de la competición no responde. Se muestran los últimos datos recibidos.',
  'source.quarantined': 'El sistema de la competición envió algo inesperado. Se muestran los últimos datos recibidos.',
  'source.stale': 'El sistema de la competición va lento. Los horarios pueden tardar más en actualizarse.',
  'source.of': '{name}: {sentence}',
} as const satisfies Translation<typeof en>
