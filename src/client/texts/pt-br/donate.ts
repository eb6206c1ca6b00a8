// Texts of the donations page.
import type { texts as en } from '../en/donate.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'donate.title': 'Doações',
  'donate.heading': 'Ajude a manter o RollCall à beira do tatame',
  'donate.text':
    'O RollCall é gratuito para cada família, cada professor e cada equipe. Mantê-lo no ar não é. Se ele já levou você à área certa na hora certa, uma pequena doação faz o mesmo pela próxima família.',
  'donate.button': 'Doar',
  'donate.buttonLabel': 'Doar, abre em uma nova aba',
  'donate.secure': 'Doação segura pelo nosso parceiro de pagamentos com cartão',
  'donate.none':
    'No momento não é possível doar por aqui. Falar do RollCall para a sua equipe ajuda tanto quanto, e não custa nada.',
  'donate.uses': 'Para onde vai',
  'donate.developmentTitle': 'Desenvolvimento',
  'donate.developmentText':
    'Toda boa ideia do RollCall veio de alguém à beira do tatame. As doações pagam as noites em que a próxima é construída.',
  'donate.infrastructureTitle': 'Infraestrutura',
  'donate.infrastructureText':
    'Servidores que aguentam o sábado em que um ginásio inteiro olha ao mesmo tempo, e que consultam o sistema da competição uma só vez por todos.',
  'donate.communityTitle': 'Comunidade',
  'donate.communityText':
    'Sempre gratuito: sem assinatura e sem conteúdo pago, para que a menor academia veja tanto quanto a maior.',
} as const satisfies Translation<typeof en>
