// Texts of the menu with its sponsors, and of the logout; the profile settings also use them.
import type { texts as en } from '../en/account.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'nav.profile': 'Perfil',
  'nav.share': 'Compartilhar',
  'nav.help': 'Ajuda',
  'nav.sponsors': 'Patrocinadores',
  'nav.donate': 'Doar',
  'nav.admin': 'Administração',
  'nav.diagnostics': 'Diagnóstico',
  'nav.logOut': 'Sair',
  'nav.lightTheme': 'Tema claro',
  'nav.darkTheme': 'Tema escuro',
  'nav.signedInAs': 'Sua conta: {username}',
  'nav.ourSponsors': 'Patrocinadores',
  'nav.sponsorOf': '{name}, abre em uma nova aba',
  'nav.yourLogo': 'Sua marca',
  'logout.failed': 'O servidor recusou a saída',
  'logout.done': 'Você saiu da conta',
  'logout.doneText': 'Sua sessão foi encerrada.',
  'logout.offlineText': 'Você saiu neste aparelho. O servidor será avisado assim que houver conexão.',
  'logout.refusedText':
    'Você saiu neste aparelho. O servidor ainda não encerrou a sessão; o RollCall vai pedir de novo.',
} as const satisfies Translation<typeof en>
