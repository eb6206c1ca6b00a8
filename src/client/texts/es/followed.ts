// Texts of the tab of followed athletes.
import type { texts as en } from '../en/followed.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'followed.title': 'Atletas que sigues',
  'followed.search': 'Buscar atletas…',
  'followed.noneTitle': 'Aún no sigues a nadie',
  'followed.noneText': 'Sigue a atletas de tus torneos para verlos aquí.',
  'followed.noneMatching': 'Ningún resultado para “{search}”',
  'followed.weight': 'Peso: {weight}',
  'followed.next': 'Próximo',
  'followed.nextNone': 'Nada programado',
  'followed.unlisted': 'Ya no figura en la lista oficial',
  'followed.renderError': 'Error al mostrar {name}: {message}',
  'followed.list': 'Atletas que sigues',
} as const satisfies Translation<typeof en>
