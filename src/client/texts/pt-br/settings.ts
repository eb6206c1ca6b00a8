// The user's own settings.
import type { texts as en } from '../en/settings.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'settings.title': 'Perfil',
  'settings.information': 'Seus dados',
  'settings.informationText': 'Quem abre seu RollCall compartilhado vê seu nome de usuário. Seu e-mail ninguém vê.',
  'settings.username': 'Nome de usuário',
  'settings.email': 'E-mail',
  'settings.save': 'Salvar alterações',
  'settings.saving': 'Salvando…',
  'settings.saved': 'Perfil atualizado',
  'settings.savedText': 'Suas alterações foram salvas.',
  'settings.saveFailed': 'Não foi possível salvar',
  'settings.validationError': 'Confira os dados',

  'settings.password': 'Alterar senha',
  'settings.passwordText': 'Ao alterar, seus outros aparelhos são desconectados.',
  'settings.currentPassword': 'Senha atual',
  'settings.newPassword': 'Nova senha',
  'settings.confirmPassword': 'Confirme a nova senha',
  'settings.passwordHint': 'Pelo menos 6 caracteres',
  'settings.changePassword': 'Alterar senha',
  'settings.changingPassword': 'Alterando…',
  'settings.passwordChanged': 'Senha alterada',
  'settings.passwordFailed': 'A senha não foi alterada',

  'settings.sessions': 'Sessões',
  'settings.sessionsText': 'Onde sua conta está aberta. Encerre o que você não conhece ou não usa mais.',
  'settings.thisDevice': 'este aparelho',
  'settings.activeNow': 'Em uso agora',
  'settings.lastUsed': 'Último uso {age}',
  'settings.end': 'Encerrar',
  'settings.endOf': 'Encerrar a sessão em {device}, último uso há {age}',
  'settings.ending': 'Encerrando…',
  'settings.ended': 'Sessão encerrada',
  'settings.endedText': '{device} foi desconectado.',
  'settings.endFailed': 'Não foi possível encerrar a sessão.',
  'settings.sessionsFailed': 'Não foi possível carregar suas sessões.',

  'settings.actions': 'Conta',
  'settings.darkTheme': 'Tema escuro',
  'settings.darkThemeText': 'O escuro poupa os olhos e a bateria; o claro é para ginásios com muito sol.',
  'settings.logOut': 'Sair',
} as const satisfies Translation<typeof en>
