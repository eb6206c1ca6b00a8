// Texts of the link preview of a shared page; used on the server only.
import type { texts as en } from '../en/preview.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'shared.previewNext': 'A seguir: {fight}',
  'shared.previewLive': 'Ao vivo: {fight}',
  'shared.previewNone': {
    one: 'Lutas, áreas e horários de {count} atleta, ao vivo.',
    other: 'Lutas, áreas e horários de {count} atletas, ao vivo.',
  },
  'shared.previewEmpty': 'Acompanhe lutas, áreas e horários ao vivo.',
  'shared.previewImage': '{title}: {text}',
  'shared.nextFight': 'Próxima luta',
  'shared.liveFight': 'Ao vivo agora',
  'shared.noFight': 'Nenhuma luta programada',
} as const satisfies Translation<typeof en>
