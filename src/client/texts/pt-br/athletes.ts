// Texts of the screen to find and follow athletes of a tournament.
import type { texts as en } from '../en/athletes.ts'
import type { Translation } from '../t.ts'
import { texts as missing } from './missing.ts'

export const texts = {
  ...missing,
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
  'athletes.allFollowed': 'Você já segue todos os encontrados.',
  'athletes.noFollowed': 'Você ainda não segue atletas deste torneio',
  'athletes.follow': 'Seguir',
  'athletes.unfollow': 'Deixar de seguir',
  'athletes.followOf': 'Seguir {name}',
  'athletes.unfollowOf': 'Deixar de seguir {name}',
  'athletes.processing': { one: 'Buscando dados de {count} atleta…', other: 'Buscando dados de {count} atletas…' },
  'athletes.processingOne': 'Buscando lutas… {seconds} s',
  'athletes.readyOne': 'Lutas carregadas em {seconds} s',
  'athletes.failedOne': 'Carregando as lutas em segundo plano…',
  'athletes.followFailed': 'Não foi possível seguir {name}',
  'athletes.unfollowFailed': 'Não foi possível deixar de seguir {name}',
  'athletes.unfollowStatus': 'Não foi possível deixar de seguir (erro {status}). Tente de novo.',
  'athletes.searchFailed': 'A busca não funcionou. Tente de novo.',
  'athletes.notFoundTitle': 'Torneio não encontrado',
  'athletes.notFoundText': 'Talvez ele tenha sido removido da sua lista.',
  'athletes.goToTournaments': 'Ir para os torneios',
  'athletes.importing': 'A busca funciona assim que a importação trouxer os nomes.',
} as const satisfies Translation<typeof en>
