// Texts about a tournament's links, its import and its unpublished parts, which three screens show.
import type { texts as en } from '../en/tournament-state.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'tournaments.back': 'Voltar aos torneios',
  'tournaments.select': 'Escolher atletas para seguir',
  'tournaments.orderOfFights': 'Ordem de lutas',
  'tournaments.brackets': 'Chaves',
  'tournaments.bracketsOf': 'Chaves de {name}, abre em uma nova aba',
  'tournaments.importing': 'Importando',
  'tournaments.importFailed': 'A importação parou. Vamos tentar de novo.',

  'missing.title': 'Ainda não publicado',
  'missing.everything': 'Ainda não publicado. O RollCall verifica de novo automaticamente.',
  'missing.athletes': 'Os dias já foram publicados, os atletas ainda não. O RollCall verifica de novo automaticamente.',
  'missing.brackets': 'As chaves ainda não foram publicadas. O RollCall verifica de novo automaticamente.',
  'missing.days': 'Os dias ainda não foram publicados. O RollCall verifica de novo automaticamente.',
  'missing.looked': 'Última verificação {age}.',
  'tournaments.archived': 'Encerrado. O sistema da competição não o mostra mais; mostrando os últimos dados recebidos.',
} as const satisfies Translation<typeof en>
