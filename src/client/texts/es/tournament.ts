// Texts of the page of one tournament with its mat boards.
import type { texts as en } from '../en/tournament.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'tournament.notFoundTitle': 'Torneo no encontrado',
  'tournament.notFoundText': 'Quizá lo quitaste de tu lista.',
  'tournament.goToTournaments': 'Ir a los torneos',
  'tournament.days': 'Días',
  'tournament.day': '{weekday} {date}',
  'tournament.yours': 'Tus atletas aquí',
  'tournament.yoursNone': 'Aún no sigues a nadie aquí.',
  'tournament.mats': 'Tatamis',
  'tournament.toMat': 'Tatami {mat}',
  'tournament.toOwnMat': 'Tatami {mat}, con tus atletas',
  'tournament.toCome': { one: 'queda {count}', other: 'quedan {count}' },
  'tournament.matOver': 'No quedan combates en este tatami',
  'tournament.runsEarly': '{duration} adelantado',
  'tournament.runsLate': '{duration} atrasado',
  'tournament.onTime': 'a tiempo',
  'tournament.notStarted': 'aún no empezó',
  'tournament.standsStill': 'detenido',
  'tournament.between': { one: '{count} combate antes', other: '{count} combates antes' },
  'tournament.more': { one: 'y {count} combate más', other: 'y {count} combates más' },
  'tournament.fight': 'Combate {number}',
  'tournament.against': 'contra',
  'tournament.unpublishedTitle': 'Aún sin publicar',
  'tournament.unpublishedText':
    'Los combates de este día aparecen aquí en cuanto el sistema de la competición los publique.',
  'tournament.importingText': 'Este torneo aún se está importando. Sus combates aparecen aquí enseguida.',
  'tournament.overTitle': 'Terminaron los combates',
  'tournament.overText': 'No hay más combates este día.',
  'tournament.timesTitle': 'Calidad de los horarios',
  'tournament.timesInside': 'De {count} combates, el {percent}% empezó dentro del margen mostrado una hora antes.',
  'tournament.timesError': 'Los horarios publicados fallaron por {published} min; los nuestros, por {estimated} min.',
  'tournament.timesHow': 'En la mitad de los combates el error fue menor.',
  'tournament.nothingNext': 'Nada programado',
  'tournament.record': '{wins}–{losses}',
} as const satisfies Translation<typeof en>
