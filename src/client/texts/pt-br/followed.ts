// Texts of the tab of followed athletes.
import type { texts as en } from '../en/followed.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'followed.title': 'Atletas que você segue',
  'followed.search': 'Buscar atletas…',
  'followed.noneTitle': 'Você ainda não segue atletas',
  'followed.noneText': 'Siga atletas dos seus torneios para vê-los aqui.',
  'followed.noneMatching': 'Nenhum resultado para “{search}”',
  'followed.weight': 'Peso: {weight}',
  'followed.next': 'A seguir',
  'followed.nextNone': 'Nada marcado',
  'followed.unlisted': 'Não consta mais na lista oficial',
  'followed.renderError': 'Erro ao mostrar {name}: {message}',
  'followed.list': 'Atletas que você segue',
} as const satisfies Translation<typeof en>
