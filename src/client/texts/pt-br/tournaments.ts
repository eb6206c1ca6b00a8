// Texts of the tab of tournaments.
import type { texts as en } from '../en/tournaments.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'tournaments.noneTitle': 'Nenhum torneio adicionado',
  'tournaments.noneText': 'Adicione um torneio para seguir atletas.',
  'tournaments.removeOf': 'Remover {name}',
  'tournaments.removing': 'Removendo…',
  'tournaments.removeTitle': 'Remover {name}?',
  'tournaments.removeText': {
    one: 'Ao remover, você deixa de seguir {count} atleta deste torneio.',
    other: 'Ao remover, você deixa de seguir {count} atletas deste torneio.',
  },
  'tournaments.keep': 'Manter',
  'tournaments.removeFailed': 'Não foi possível remover o torneio.',
  'tournaments.importWaiting': 'A importação já vai começar',
  'tournaments.error': 'Não foi possível carregar os torneios',
  'tournaments.list': 'Seus torneios',
} as const satisfies Translation<typeof en>
