// Texts about what the source has not published yet; a part of those of three screens.
import type { texts as en } from '../en/missing.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'missing.title': 'Ainda não publicado',
  'missing.everything': 'Ainda não publicado. O RollCall verifica de novo automaticamente.',
  'missing.athletes': 'Os dias já foram publicados, os atletas ainda não. O RollCall verifica de novo automaticamente.',
  'missing.brackets': 'As chaves ainda não foram publicadas. O RollCall verifica de novo automaticamente.',
  'missing.days': 'Os dias ainda não foram publicados. O RollCall verifica de novo automaticamente.',
  'missing.looked': 'Última verificação {age}.',
} as const satisfies Translation<typeof en>
