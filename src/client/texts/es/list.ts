// Texts of lists that grow and refresh, as parts of the operators' screens.
import type { texts as en } from '../en/list.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'list.more': 'Mostrar más',
  'list.loadingMore': 'Cargando…',
  'list.loading': 'Cargando la lista',
  'list.stale': 'No se pudo actualizar. Estos datos son de hace {age}.',
  'list.failed': 'No se pudo cargar esta lista.',
} as const satisfies Translation<typeof en>
