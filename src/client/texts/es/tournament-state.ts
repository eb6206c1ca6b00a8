// Texts about a tournament's links, its import and its unpublished parts, which three screens show.
import type { texts as en } from '../en/tournament-state.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'tournaments.back': 'Volver a los torneos',
  'tournaments.select': 'Elegir atletas para seguir',
  'tournaments.orderOfFights': 'Orden de combates',
  'tournaments.brackets': 'Llaves',
  'tournaments.bracketsOf': 'Llaves de {name}, se abre en una pestaña nueva',
  'tournaments.importing': 'Importando',
  'tournaments.importFailed': 'La importación se detuvo. Se intentará de nuevo.',

  'missing.title': 'Aún sin publicar',
  'missing.everything': 'Aún sin publicar. RollCall vuelve a consultarlo automáticamente.',
  'missing.athletes':
    'Los días ya están publicados, los atletas aún no. RollCall vuelve a consultarlo automáticamente.',
  'missing.brackets': 'Las llaves aún no están publicadas. RollCall vuelve a consultarlo automáticamente.',
  'missing.days': 'Los días aún no están publicados. RollCall vuelve a consultarlo automáticamente.',
  'missing.looked': 'Última consulta {age}.',
  'tournaments.archived':
    'Terminado. El sistema de la competición ya no lo muestra; se muestran los últimos datos recibidos.',
} as const satisfies Translation<typeof en>
