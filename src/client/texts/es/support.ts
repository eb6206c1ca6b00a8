// Texts of the pages for donors and sponsors.
import type { texts as en } from '../en/support.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'donate.title': 'Donaciones',
  'donate.heading': 'Ayuda a mantener RollCall junto al tatami',
  'donate.text':
    'RollCall es gratis para cada familia, cada entrenador y cada equipo. Mantenerlo no lo es. Si alguna vez te llevó a tiempo al tatami correcto, una pequeña donación hará lo mismo por la próxima familia.',
  'donate.button': 'Donar',
  'donate.buttonLabel': 'Donar, se abre en una pestaña nueva',
  'donate.secure': 'Donación segura con nuestro proveedor de pagos con tarjeta',
  'donate.none':
    'Por ahora no se puede donar aquí. Hablarle de RollCall a tu equipo ayuda igual de bien y no cuesta nada.',
  'donate.uses': 'En qué se usa',
  'donate.developmentTitle': 'Desarrollo',
  'donate.developmentText':
    'Cada buena idea de RollCall vino de alguien al borde del tatami. Las donaciones pagan las noches en que se construye la siguiente.',
  'donate.infrastructureTitle': 'Infraestructura',
  'donate.infrastructureText':
    'Servidores que aguantan el sábado en que todo un recinto mira a la vez, y que consultan el sistema de la competición una sola vez por todos.',
  'donate.communityTitle': 'Comunidad',
  'donate.communityText':
    'Siempre gratis: sin suscripción ni contenido de pago, para que la academia más pequeña vea tanto como la más grande.',

  'sponsors.title': 'Patrocinadores',
  'sponsors.heading': 'Que tu marca esté donde se vive el deporte',
  'sponsors.text':
    'En un día de torneo, entrenadores, familias y equipos miran RollCall entre combate y combate. Una alianza pone allí tu nombre y mantiene la app gratis para todos.',
  'sponsors.current': 'Patrocinadores actuales',
  'sponsors.benefits': 'Qué aporta una alianza',
  'sponsors.visibilityTitle': 'Marca a la vista',
  'sponsors.visibilityText': 'Tu marca en el menú de cada pantalla y en cada RollCall compartido.',
  'sponsors.presenceTitle': 'Presencia en los torneos',
  'sponsors.presenceText': 'En todos los recintos a la vez, también donde no tienes stand.',
  'sponsors.audienceTitle': 'El público justo',
  'sponsors.audienceText':
    'Gente que entrena, enseña, viaja y compra para el jiu-jitsu. Ese es el público, y solo ese.',
  'sponsors.engagementTitle': 'Atención en tiempo real',
  'sponsors.engagementText': 'Te ven en los minutos que importan, en teléfonos abiertos todo el día.',
  'sponsors.contact': 'Hagamos equipo',
  'sponsors.contactText': 'Cuéntanos quién eres y qué torneos te importan. Te responde una persona.',
  'sponsors.contactNone': 'Las alianzas se acuerdan con quien administra este RollCall.',
  'sponsors.contactButton': 'Escríbenos sobre una alianza',
  'sponsors.contactSubject': 'Alianza con RollCall',
} as const satisfies Translation<typeof en>
