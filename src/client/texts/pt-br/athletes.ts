// The screen on which athletes of a tournament are found and followed.
import type { texts as en } from '../en/athletes.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'athletes.search': 'Buscar atletas…',
  'athletes.found': 'Resultados: {count}',
  'athletes.foundMore': 'Resultados: mais de {count}',
  'athletes.ready': 'Busque por nome',
  'athletes.followedCount': 'seguindo {count}',
  'athletes.following': 'Seguindo',
  'athletes.results': 'Resultados da busca',
  'athletes.emptyTitle': 'Buscar atletas',
  'athletes.emptyText': 'Digite um nome para começar.',
  'athletes.searching': 'Buscando atletas…',
  'athletes.noResults': 'Nenhum resultado',
  'athletes.noFollowed': 'Você ainda não segue atletas deste torneio',
  'athletes.follow': 'Seguir',
  'athletes.unfollow': 'Deixar de seguir',
  'athletes.followOf': 'Seguir {name}',
  'athletes.unfollowOf': 'Deixar de seguir {name}',
  'athletes.processing': { one: 'Buscando dados de {count} atleta…', other: 'Buscando dados de {count} atletas…' },
  'athletes.processingOne': 'Buscando lutas… {seconds} s',
  'athletes.readyOne': 'Lutas carregadas em {seconds} s',
  'athletes.failedOne': 'As lutas chegam em segundo plano…',
  'athletes.followFailed': 'Não foi possível seguir {name}',
  'athletes.unfollowFailed': 'Não foi possível deixar de seguir {name}',
  'athletes.unfollowStatus': 'O servidor recusou o pedido ({status}). Tente de novo.',
  'athletes.searchFailed': 'A busca não funcionou. Tente de novo.',
  'athletes.notFoundTitle': 'Torneio não encontrado',
  'athletes.notFoundText': 'Talvez ele tenha sido removido da sua lista.',
  'athletes.goToTournaments': 'Ir para os torneios',
  'athletes.importing': 'A busca funciona assim que a importação trouxer os nomes.',
} as const satisfies Translation<typeof en>
