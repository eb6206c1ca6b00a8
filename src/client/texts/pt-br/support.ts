// Texts of the pages for donors and sponsors.
import type { texts as en } from '../en/support.ts'
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

  'sponsors.title': 'Patrocinadores',
  'sponsors.heading': 'Apareça onde o esporte é visto',
  'sponsors.text':
    'Em dia de torneio, professores, famílias e colegas de equipe olham o RollCall entre uma luta e outra. Uma parceria coloca sua marca ali e mantém o app gratuito para todos.',
  'sponsors.current': 'Patrocinadores atuais',
  'sponsors.benefits': 'O que a parceria traz',
  'sponsors.visibilityTitle': 'Marca à vista',
  'sponsors.visibilityText': 'Sua marca no menu de todas as telas e em cada RollCall compartilhado.',
  'sponsors.presenceTitle': 'Presença nos torneios',
  'sponsors.presenceText': 'Em todos os ginásios ao mesmo tempo, também naqueles onde você não tem estande.',
  'sponsors.audienceTitle': 'Público certo',
  'sponsors.audienceText': 'Gente que treina, ensina, viaja e compra para o jiu-jitsu. É esse o público, e só ele.',
  'sponsors.engagementTitle': 'Atenção em tempo real',
  'sponsors.engagementText': 'Sua marca nos minutos que importam, em celulares abertos o dia inteiro.',
  'sponsors.contact': 'Faça parceria',
  'sponsors.contactText':
    'Conte quem você é e quais torneios importam para você. Quem responde é uma pessoa de verdade.',
  'sponsors.contactNone': 'As parcerias são combinadas com quem mantém este RollCall.',
  'sponsors.contactButton': 'Falar sobre parceria',
  'sponsors.contactSubject': 'Parceria com o RollCall',
} as const satisfies Translation<typeof en>
