// Texts of the overlay at the foot of every screen: the connection, offers, pending changes.
import type { texts as en } from '../en/offers.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'connection.polled': 'Atualizações ao vivo bloqueadas: as listas são lidas a cada {count} minutos',
  'connection.lastRead': 'última há {age}',

  'offer.label': 'Sugestões do RollCall',
  'offer.update': 'Uma nova versão está pronta',
  'offer.updateText': 'Recarregue quando for um bom momento.',
  'offer.later': 'Depois',
  'offer.alertsStopped': 'Os alertas pararam neste celular',
  'offer.alertsStoppedText':
    'Nada mais é enviado para cá. Ative os alertas de novo para saber quando uma luta está próxima.',
  'offer.alertsAccept': 'Ativar',
  'offer.alertsDecline': 'Aqui não',
  'offer.alertsDenied':
    'O navegador não os permite mais. Permita as notificações do RollCall nas configurações dele e ative os alertas no seu perfil.',
  'offer.alertsOn': 'Os alertas estão ativos de novo',
  'offer.alertsFailed': 'Não foi possível ativar os alertas. Tente novamente.',
  'offer.install': 'Instalar o RollCall',
  'offer.installText': 'Na tela inicial ele abre na hora, mesmo sem internet.',
  'offer.accept': 'Instalar',
  'offer.decline': 'Agora não',
  'offer.byHand':
    'Toque no botão de compartilhar do navegador e em “Adicionar à Tela de Início”. De lá ele abre na hora, mesmo sem internet.',
  'offer.understood': 'Entendi',

  'waiting.title': { one: '{count} mudança aguardando conexão', other: '{count} mudanças aguardando conexão' },
  'waiting.follow': 'Seguir {name}',
  'waiting.unfollow': 'Deixar de seguir {name}',
  'waiting.followRefused': 'Não foi possível seguir {name}',
  'waiting.unfollowRefused': 'Não foi possível deixar de seguir {name}',
} as const satisfies Translation<typeof en>
