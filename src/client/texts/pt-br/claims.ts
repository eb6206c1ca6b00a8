// Texts about who covers a match; for the app's cards and for the public page.
import type { texts as en } from '../en/claims.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'claim.question': 'Quem fica com esta?',
  'claim.questionOf': 'Quem fica com esta? Assumir a luta de {athlete}',
  'claim.ownOf': 'A luta de {athlete} está com você. Liberar',
  'claim.unsentOf': 'A luta de {athlete} está com você, mas ainda não foi enviado. Liberar',
  'claim.otherOf': 'A luta de {athlete} está com {name}. Assumir',
  'claim.by': 'Está com {name}',
  'claim.byYou': 'Está com você',
  'claim.takeTitle': 'Esta luta está com {name}',
  'claim.takeText': 'Quer assumir? {name} vai ver que ela está com você.',
  'claim.take': 'Assumir',
  'claim.lost': 'Agora está com {name}',
  'claim.refused': 'Não foi possível assumir a luta',
  'claim.releaseRefused': 'Não foi possível liberar a luta',
  'claim.nameTitle': 'Quem é você?',
  'claim.nameText': 'Quem tem este link vê seu nome nas lutas que você assume. Este aparelho guarda o nome.',
  'claim.name': 'Seu nome',
  'claim.confirm': 'Assumir a luta',
  'claim.hint': 'Toque na mão de uma luta para dizer que ela está com você.',
  'claim.as': 'Você assume lutas como {name}.',
  'claim.rename': 'Mudar o nome',
  'claim.saveName': 'Salvar',
} as const satisfies Translation<typeof en>
