// Texts of the tab of tournaments, and of the dialogs that add and import them.
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

  'add.title': 'Torneos disponibles',
  'add.text': 'Elige uno o más para tu lista.',
  'add.refresh': 'Actualizar',
  'add.refreshing': 'Actualizando…',
  'add.loading': 'Cargando torneos…',
  'add.refreshingList': 'Actualizando torneos…',
  'add.error': 'No se pudieron cargar los torneos',
  'add.empty': 'No se encontraron torneos',
  'add.search': 'Buscar torneos…',
  'add.added': 'Agregado',
  'add.adding': 'Agregando…',
  'add.submit': { one: 'Agregar {count} torneo', other: 'Agregar {count} torneos' },
  'add.failed': 'No se pudieron agregar los torneos.',

  'import.title': { one: 'Importando torneo', other: 'Importando {count} torneos' },
  'import.text': 'Puedes dejarlo abierto o seguir usando la app; la importación continúa en el servidor.',
  'import.tournament': 'Datos del torneo',
  'import.days': 'Días del torneo',
  'import.fighters': 'Atletas',
  'import.finalizing': 'Finalizando',
  'import.daysCount': '{done} de {total}',
  'import.done': 'Listo',
  'import.running': 'En curso',
  'import.pending': 'En espera',
  'import.failed': 'Detenido',
  'import.percent': '{percent}\u00a0%',
  'import.background': 'Seguir en segundo plano',
  'import.select': 'Elegir atletas para seguir',
} as const satisfies Translation<typeof en>
