// Texts of the filter, the conflicts, the mats and the athletes without a match on the Matches tab.
import type { texts as en } from '../en/day.ts'
import type { Translation } from '../t.ts'
import { texts as steps } from './steps.ts'

export const texts = {
  ...steps,

  'day.mat': 'Tatami',
  'day.allMats': 'Todos los tatamis',
  'day.team': 'Equipo',
  'day.allTeams': 'Todos los equipos',
  'day.tournament': 'Torneo',
  'day.allTournaments': 'Todos los torneos',
  'day.noneFiltered': 'Ningún combate con este filtro',
  'day.showAll': 'Mostrar todo',

  'matches.allResults': { one: 'Mostrar {count} resultado más', other: 'Mostrar {count} resultados más' },
  'matches.noFollowsTitle': 'Aún no sigues a nadie',
  'matches.noFollowsText': 'Sigue a atletas de tus torneos para ver sus próximos combates.',

  'day.atOnce': '{count} a la vez a las {time}: {fights}',
  'day.maybeAtOnce': 'Quizá {count} a la vez a las {time}: {fights}',
  'day.onMat': 'tatami {mat} {names}',
  'day.also': 'también en el tatami {mat}',
  'day.alsoWith': 'A la vez que {names} en el tatami {mat}',
  'day.maybeAlso': '¿tatami {mat}?',
  'day.maybeAlsoWith': 'Quizá a la vez que {names} en el tatami {mat}',
  'day.tight': 'uno tras otro',
  'day.tightWith': 'Uno tras otro con {names} en el tatami {mat}',

  'day.lanesNone': 'Nadie a quien sigues compite en la próxima hora',
  'day.lanesList': 'Como lista',
  'day.barOn': 'Tatami {mat}: {names}, ahora',
  'day.barEstimate': 'Tatami {mat}: {names}, aprox. {time}, entre {early} y {late}',
  'day.barSchedule': 'Tatami {mat}: {names}, hora publicada {time}',

  'day.idle': 'Sin combates por venir',
  'day.moreIdle': { one: 'Mostrar {count} atleta más', other: 'Mostrar {count} atletas más' },
  'day.waitsFor': 'Espera rival: {opponent}',
  'day.unplaced': 'Aún sin tatami u hora',
  'day.waiting': 'El próximo combate aún no se conoce',
  'day.bracket-missing': 'La llave aún no se publicó',
  'day.alone': 'Sin rivales en la división: solo pesaje',
  'day.over': 'Terminó',
  'day.out': 'Fuera de la llave',
  'day.unlisted': 'Ya no figura en la lista oficial',
  'day.unknown': 'Nada programado',
  'day.reasonIn': '{reason} en {category}',
} as const satisfies Translation<typeof en>
