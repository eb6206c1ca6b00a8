// Texts about the people of followed athletes in other tournaments.
import type { texts as en } from '../en/people.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'people.title': 'También se inscribieron',
  'people.sameId': 'Ya sigues a esta persona en {tournament}',
  'people.alike': '¿Es la misma persona? Mismo nombre, equipo y cinturón que en {tournament}',
  'people.follow': 'Seguir',
  'people.notNow': 'Ahora no',
  'people.yes': 'Sí, seguir',
  'people.other': 'Es otra persona',
  'people.about': '{action}: {name}, {tournament}',
  'people.showAll': 'Mostrar todo',
  'people.followed': 'Sigues a {name}',
  'people.offline': 'Podrás responder cuando vuelvas a tener conexión.',
  'people.limit': 'Puedes seguir como máximo a 500 atletas en 50 torneos.',
  'people.elsewhere': 'En otros torneos',
  'people.merged': 'Otra inscripción, unida por ti',
  'people.separate': 'No es la misma persona',
  'people.separated': 'Ahora son dos personas distintas',
  'people.undo': 'Deshacer',
  'people.undoOf': 'Deshacer: es la misma persona',
  'people.notSaved': 'No se guardó',
} as const satisfies Translation<typeof en>
