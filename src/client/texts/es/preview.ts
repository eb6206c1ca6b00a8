// Texts of the link preview of a shared page; used on the server only.
import type { texts as en } from '../en/preview.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'shared.previewNext': 'Próximo: {fight}',
  'shared.previewLive': 'En vivo ahora: {fight}',
  'shared.previewNone': {
    one: 'Combates, tatamis y horarios de {count} atleta, en vivo.',
    other: 'Combates, tatamis y horarios de {count} atletas, en vivo.',
  },
  'shared.previewEmpty': 'Sigue combates, tatamis y horarios en vivo.',
  'shared.previewImage': '{title}: {text}',
  'shared.nextFight': 'Próximo combate',
  'shared.liveFight': 'En vivo ahora',
  'shared.noFight': 'No hay combates próximos',
} as const satisfies Translation<typeof en>
