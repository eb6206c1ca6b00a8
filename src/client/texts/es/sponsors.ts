// Texts of the sponsors' page.
import type { texts as en } from '../en/sponsors.ts'
import type { Translation } from '../t.ts'

export const texts = {
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
