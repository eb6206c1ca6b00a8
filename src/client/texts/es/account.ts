// Texts of the menu with its sponsors, and of the logout; the profile settings also use them.
import type { texts as en } from '../en/account.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'nav.profile': 'Perfil',
  'nav.share': 'Compartir',
  'nav.help': 'Ayuda',
  'nav.sponsors': 'Patrocinadores',
  'nav.donate': 'Donar',
  'nav.admin': 'Administración',
  'nav.diagnostics': 'Diagnóstico',
  'nav.logOut': 'Cerrar sesión',
  'nav.lightTheme': 'Tema claro',
  'nav.darkTheme': 'Tema oscuro',
  'nav.signedInAs': 'Sesión de {username}',
  'nav.ourSponsors': 'Patrocinadores',
  'nav.sponsorOf': '{name}, se abre en una pestaña nueva',
  'nav.yourLogo': 'Tu marca',
  'logout.failed': 'El servidor no cerró la sesión',
  'logout.done': 'Sesión cerrada',
  'logout.doneText': 'Cerraste sesión.',
  'logout.offlineText': 'Cerraste sesión en este dispositivo. El servidor lo sabrá en cuanto haya conexión.',
  'logout.refusedText':
    'Cerraste sesión en este dispositivo. El servidor aún no cerró la sesión; RollCall se lo pedirá de nuevo.',
} as const satisfies Translation<typeof en>
