// Texts of the donations page.
import type { texts as en } from '../en/donate.ts'
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
} as const satisfies Translation<typeof en>
