// Texts of the sponsors' page.
import type { texts as en } from '../en/sponsors.ts'
import type { Translation } from '../t.ts'

export const texts = {
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
