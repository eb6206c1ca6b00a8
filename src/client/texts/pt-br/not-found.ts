// Texts of the not-found page.
import type { texts as en } from '../en/not-found.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'notFound.title': '404 Página não encontrada',
  'notFound.text': 'Não há nada neste endereço. Confira se ele está certo.',
  'notFound.home': 'Ir para o RollCall',
} as const satisfies Translation<typeof en>
