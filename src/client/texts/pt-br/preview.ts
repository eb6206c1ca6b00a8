// What chat apps show of a shared link; only the server says it.
import type { texts as en } from '../en/preview.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'shared.previewNext': 'A seguir: {fight}',
  'shared.previewLive': 'Ao vivo: {fight}',
  'shared.previewNone': {
    one: 'Lutas, tatames e horários de {count} atleta, ao vivo.',
    other: 'Lutas, tatames e horários de {count} atletas, ao vivo.',
  },
  'shared.previewImage': '{title}: {text}',
  'shared.nextFight': 'Próxima luta',
  'shared.liveFight': 'Ao vivo agora',
  'shared.noFight': 'Nenhuma luta por vir',
} as const satisfies Translation<typeof en>
