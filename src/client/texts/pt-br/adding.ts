// Texts of the dialogs that add tournaments and show their import.
import type { texts as en } from '../en/adding.ts'
import type { Translation } from '../t.ts'

export const texts = {
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
