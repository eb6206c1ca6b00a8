// Texts of the screen to find and follow athletes of a tournament.
import type { texts as en } from '../en/athletes.ts'
import type { Translation } from '../t.ts'
import { texts as missing } from './missing.ts'

export const texts = {
  ...missing,
  'athletes.search': 'Buscar atletas…',
  'athletes.found': 'Resultados: {count}',
  'athletes.foundMore': 'Resultados: más de {count}',
  'athletes.ready': 'Busca por nombre',
  'athletes.followedCount': 'sigues a {count}',
  'athletes.following': 'Siguiendo',
  'athletes.results': 'Resultados de la búsqueda',
  'athletes.emptyTitle': 'Buscar atletas',
  'athletes.emptyText': 'Escribe un nombre para empezar.',
  'athletes.searching': 'Buscando atletas…',
  'athletes.noResults': 'Sin resultados',
  'athletes.allFollowed': 'Ya sigues a todos los encontrados.',
  'athletes.noFollowed': 'Aún no sigues a atletas de este torneo',
  'athletes.follow': 'Seguir',
  'athletes.unfollow': 'Dejar de seguir',
  'athletes.followOf': 'Seguir a {name}',
  'athletes.unfollowOf': 'Dejar de seguir a {name}',
  'athletes.processing': { one: 'Buscando datos de {count} atleta…', other: 'Buscando datos de {count} atletas…' },
  'athletes.processingOne': 'Buscando combates… {seconds} s',
  'athletes.readyOne': 'Combates cargados en {seconds} s',
  'athletes.failedOne': 'Cargando combates en segundo plano…',
  'athletes.followFailed': 'No se pudo seguir a {name}',
  'athletes.unfollowFailed': 'No se pudo dejar de seguir a {name}',
  'athletes.unfollowStatus': 'No se pudo dejar de seguir (error {status}). Inténtalo de nuevo.',
  'athletes.searchFailed': 'La búsqueda no funcionó. Inténtalo de nuevo.',
  'athletes.notFoundTitle': 'Torneo no encontrado',
  'athletes.notFoundText': 'Quizá lo quitaste de tu lista.',
  'athletes.goToTournaments': 'Ir a los torneos',
  'athletes.importing': 'Podrás buscar atletas en cuanto la importación llegue a ellos.',
} as const satisfies Translation<typeof en>
