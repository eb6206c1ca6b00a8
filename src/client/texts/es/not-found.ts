// Texts of the not-found page.
import type { texts as en } from '../en/not-found.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'notFound.title': '404 Página no encontrada',
  'notFound.text': 'No hay nada en esta dirección. Revisa que esté bien escrita.',
  'notFound.home': 'Ir a RollCall',
} as const satisfies Translation<typeof en>
