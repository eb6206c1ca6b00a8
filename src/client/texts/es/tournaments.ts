// Texts of the tab of tournaments.
import type { texts as en } from '../en/tournaments.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'tournaments.noneTitle': 'Aún no hay torneos',
  'tournaments.noneText': 'Agrega un torneo para seguir a sus atletas.',
  'tournaments.removeOf': 'Quitar {name}',
  'tournaments.removing': 'Quitando…',
  'tournaments.removeTitle': '¿Quitar {name}?',
  'tournaments.removeText': {
    one: 'Sigues a {count} atleta de este torneo y dejarás de hacerlo.',
    other: 'Sigues a {count} atletas de este torneo y dejarás de hacerlo.',
  },
  'tournaments.keep': 'Conservar',
  'tournaments.removeFailed': 'No se pudo quitar el torneo.',
  'tournaments.importWaiting': 'La importación empieza enseguida',
  'tournaments.error': 'No se pudieron cargar los torneos',
  'tournaments.list': 'Tus torneos',
} as const satisfies Translation<typeof en>
