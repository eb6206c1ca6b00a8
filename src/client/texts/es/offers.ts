// Texts of the overlay at the foot of every screen: the connection, offers, pending changes.
import type { texts as en } from '../en/offers.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'connection.polled': 'Actualizaciones en vivo bloqueadas: las listas se leen cada {count} minutos',
  'connection.lastRead': 'la última hace {age}',

  'offer.label': 'Sugerencias de RollCall',
  'offer.update': 'Hay una nueva versión lista',
  'offer.updateText': 'Recarga cuando te venga bien.',
  'offer.later': 'Más tarde',
  'offer.alertsStopped': 'Las notificaciones se detuvieron en este teléfono',
  'offer.alertsStoppedText':
    'Ya no se envía nada aquí. Activa las notificaciones de nuevo para saber cuándo se acerca un combate.',
  'offer.alertsAccept': 'Activar',
  'offer.alertsDecline': 'Aquí no',
  'offer.alertsDenied':
    'El navegador ya no los permite. Permite las notificaciones de RollCall en sus ajustes y actívalas en tu perfil.',
  'offer.alertsOn': 'Las notificaciones están activas de nuevo',
  'offer.alertsFailed': 'No se pudieron activar las notificaciones. Inténtalo de nuevo.',
  'offer.install': 'Instalar RollCall',
  'offer.installText': 'En tu pantalla de inicio se abre al instante, también sin conexión.',
  'offer.accept': 'Instalar',
  'offer.decline': 'Ahora no',
  'offer.byHand':
    'Toca el botón de compartir del navegador y luego “Agregar a Inicio” (en España, “Añadir a pantalla de inicio”). Desde allí se abre al instante, también sin conexión.',
  'offer.understood': 'Entendido',

  'waiting.title': { one: '{count} cambio en espera de conexión', other: '{count} cambios en espera de conexión' },
  'waiting.follow': 'Seguir a {name}',
  'waiting.unfollow': 'Dejar de seguir a {name}',
  'waiting.followRefused': 'No se pudo seguir a {name}',
  'waiting.unfollowRefused': 'No se pudo dejar de seguir a {name}',
} as const satisfies Translation<typeof en>
