// Texts of lists that grow and refresh, as parts of the operators' screens.
import type { texts as en } from '../en/list.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'list.more': 'Mostrar mais',
  'list.loadingMore': 'Carregando…',
  'list.loading': 'Carregando a lista',
  'list.stale': 'Não foi possível atualizar. Estes dados são de {age} atrás.',
  'list.failed': 'Não foi possível carregar esta lista.',
} as const satisfies Translation<typeof en>
