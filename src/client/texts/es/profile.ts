// Texts of the profile of one followed athlete.
import type { texts as en } from '../en/profile.ts'
import type { Translation } from '../t.ts'
import { texts as steps } from './steps.ts'

export const texts = {
  ...steps,

  'profile.title': 'Perfil de atleta',
  'profile.back': 'Volver',
  'profile.signedOutTitle': 'Inicia sesión',
  'profile.signedOutText': 'Inicia sesión para ver a los atletas que sigues.',
  'profile.logIn': 'Iniciar sesión',
  'profile.goHome': 'Ir al inicio',
  'profile.notFoundTitle': 'Atleta no encontrado',
  'profile.notFoundText': 'Aquí aparece el perfil de cada atleta que sigues.',
  'profile.goToDashboard': 'Ir al inicio',
  'profile.failedTitle': 'Problema de conexión',
  'profile.failedText': 'No se pudo cargar este perfil. Revisa tu conexión e inténtalo de nuevo.',
  'profile.loading': 'Cargando perfil…',

  'profile.refresh': 'Actualizar',
  'profile.refreshing': 'Actualizando…',
  'profile.refreshed': 'Datos actualizados',
  'profile.upToDate': 'Ya está al día',
  'profile.refreshFailed': 'No se pudo actualizar',
  'profile.refreshFallback': 'No se pudo leer el orden de combates. Inténtalo en un momento.',
  'profile.httpStatus': 'HTTP {status}: {statusText}',
  'profile.unread': 'Lectura fallida',

  'profile.unfollow': 'Dejar de seguir',
  'profile.unfollowing': 'Dejando de seguir',
  'profile.unfollowFailed': 'No se pudo dejar de seguir',

  'profile.figures': 'Récord',
  'profile.wins': 'Victorias',
  'profile.losses': 'Derrotas',
  'profile.winRate': '% victorias',
  'profile.completed': 'Combates',
  'profile.completedOf': '{done}/{total}',
  'profile.seed': 'Sembrado',
  'profile.percent': '{percent}\u00a0%',
  'profile.notKnown': 'aún no se sabe',
  'profile.unlisted':
    'El sistema de la competición ya no muestra este perfil. Se muestran los últimos datos recibidos.',

  'profile.path': 'El día hasta ahora',
  'profile.done': 'Terminado',
  'profile.now': 'Ahora',
  'profile.next': 'Próximo',
  'profile.later': 'Después',

  'profile.upcoming': 'En vivo y próximos combates',
  'profile.upcomingNone': 'Nada programado',
  'profile.upcomingWait': 'Aún sin combates. Aparecen aquí en cuanto se sortee la llave.',
  'profile.completedTitle': 'Combates terminados',
  'profile.completedNone': 'Aún no terminó ningún combate.',

  'profile.details': 'Detalles del torneo',
  'profile.brackets': 'Llaves',
  'profile.bracketOf': '{category}, abre la llave en una pestaña nueva',
  'profile.orderOfFights': 'Ver orden',
  'profile.orderOfFightsOf': 'Ver orden de combates de {name}, se abre en una pestaña nueva',
  'profile.archived':
    'Terminado. El sistema de la competición ya no lo muestra; se muestran los últimos datos recibidos.',

  'profile.results': 'Resultados del torneo',
  'profile.resultsNone': 'El podio aparece aquí cuando termine la categoría.',
  'profile.own': 'atleta que sigues',

  'profile.notes': 'Notas privadas',
  'profile.notesText': 'Solo tú las ves. Si dejas de seguir, se guardan hasta que vuelvas a seguir.',
  'profile.notesField': 'Notas',
  'profile.notesHint': 'Lo que quieras recordar',
  'profile.notesLeft': { one: 'queda {count} carácter', other: 'quedan {count} caracteres' },
  'profile.tags': 'Etiquetas',
  'profile.addTag': 'Etiqueta nueva',
  'profile.add': 'Agregar',
  'profile.removeTag': 'Quitar la etiqueta {tag}',
  'profile.tagThere': 'Esta etiqueta ya está.',
  'profile.save': 'Guardar',
  'profile.saving': 'Guardando…',
  'profile.saved': 'Notas guardadas',
  'profile.discard': 'Descartar',
  'profile.saveFailed': 'Las notas no se guardaron',
  'profile.saveFailedFor': 'Las notas no se guardaron: {reason}',
  'profile.draft': 'Aún sin guardar. Este dispositivo lo conserva mientras no cierres la sesión.',
  'profile.draftOffline': 'Este dispositivo conserva lo escrito. Guárdalo cuando vuelvas a tener conexión.',
  'profile.notesChanged': 'Mientras tanto cambió en otro dispositivo:',
  'profile.notesEmptied': 'Allí se borró todo.',
  'profile.keepBoth': 'Usar ambas',
  'profile.useThis': 'Usar la otra',

  'profile.alerts': 'Notificaciones sobre {name}',
  'profile.alertsOn': 'Desde ahora recibes notificaciones sobre {name}',
  'profile.alertsOff': 'Ya no recibes notificaciones sobre {name}',
  'profile.alertsRefused': 'Este navegador no permite notificaciones',
  'profile.alertsFailed': 'No se pudieron cambiar las notificaciones',
} as const satisfies Translation<typeof en>
