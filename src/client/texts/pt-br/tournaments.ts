// Texts of the tab of tournaments, and of the dialogs that add and import them.
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

  'add.title': 'Torneios disponíveis',
  'add.text': 'Escolha um ou mais para a sua lista.',
  'add.refresh': 'Atualizar',
  'add.refreshing': 'Atualizando…',
  'add.loading': 'Carregando torneios…',
  'add.refreshingList': 'Atualizando torneios…',
  'add.error': 'Não foi possível carregar os torneios',
  'add.empty': 'Nenhum torneio encontrado',
  'add.search': 'Buscar torneios…',
  'add.added': 'Na lista',
  'add.adding': 'Adicionando…',
  'add.submit': 'Adicionar ({count})',
  'add.failed': 'Não foi possível adicionar os torneios.',

  'import.title': { one: 'Importando torneio', other: 'Importando {count} torneios' },
  'import.text': 'Pode deixar aberto ou seguir usando o app; a importação continua no servidor.',
  'import.tournament': 'Dados do torneio',
  'import.days': 'Dias do torneio',
  'import.fighters': 'Atletas',
  'import.finalizing': 'Finalizando',
  'import.daysCount': '{done} de {total}',
  'import.done': 'Concluído',
  'import.running': 'Em andamento',
  'import.pending': 'Em espera',
  'import.failed': 'Parou',
  'import.percent': '{percent}%',
  'import.background': 'Continuar em segundo plano',
  'import.select': 'Escolher atletas para seguir',
} as const satisfies Translation<typeof en>
