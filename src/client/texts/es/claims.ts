// Texts about who covers a match; for the app's cards and for the public page.
import type { texts as en } from '../en/claims.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'claim.question': '¿Quién se encarga?',
  'claim.questionOf': '¿Quién se encarga? Encargarse del combate de {athlete}',
  'claim.ownOf': 'Te encargas del combate de {athlete}. Liberarlo',
  'claim.unsentOf': 'Te encargas del combate de {athlete}, aún sin enviar. Liberarlo',
  'claim.otherOf': '{name} se encarga del combate de {athlete}. Tomarlo',
  'claim.by': 'Se encarga {name}',
  'claim.byYou': 'Te encargas tú',
  'claim.takeTitle': '{name} se encarga de este combate',
  'claim.takeText': '¿Te encargas tú? {name} verá que ahora es tuyo.',
  'claim.take': 'Me encargo yo',
  'claim.lost': 'Ahora se encarga {name}',
  'claim.refused': 'No se pudo tomar el combate',
  'claim.releaseRefused': 'No se pudo liberar el combate',
  'claim.nameTitle': '¿Quién eres?',
  'claim.nameText': 'Quien tiene este enlace ve tu nombre en los combates que tomas. Este dispositivo lo recuerda.',
  'claim.name': 'Tu nombre',
  'claim.confirm': 'Me encargo',
  'claim.hint': 'Toca la mano de un combate para decir que te encargas.',
  'claim.as': 'Te encargas de combates como {name}.',
  'claim.rename': 'Cambiar el nombre',
  'claim.saveName': 'Guardar',
} as const satisfies Translation<typeof en>
