// Texts about what the source has not published yet; a part of those of three screens.
import type { texts as en } from '../en/missing.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'missing.title': 'Aún sin publicar',
  'missing.everything': 'Aún sin publicar. RollCall vuelve a consultarlo automáticamente.',
  'missing.athletes':
    'Los días ya están publicados, los atletas aún no. RollCall vuelve a consultarlo automáticamente.',
  'missing.brackets': 'Las llaves aún no están publicadas. RollCall vuelve a consultarlo automáticamente.',
  'missing.days': 'Los días aún no están publicados. RollCall vuelve a consultarlo automáticamente.',
  'missing.looked': 'Última consulta {age}.',
} as const satisfies Translation<typeof en>
