// Texts of the steps of an athlete's day. Included in the parts of the screens that show them.
import type { texts as en } from '../en/steps.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'step.title': 'Pasos del día',
  'step.report': 'Presentarse antes de las {time}',
  'step.reportOn': 'Presentarse antes de las {time}, {day}',
  'step.reportText': 'En el recinto, en condiciones de competir. El atraso de un tatami no cambia esta hora.',
  'step.weigh-in': 'Pesaje: un solo intento',
  'step.weigh-inText': 'Justo antes del primer combate. Con sobrepeso queda fuera.',
  'step.alone': 'Sin combate: solo pesaje',
  'step.aloneBy': 'Sin combate: pesaje antes de las {time}',
  'step.aloneOn': 'Sin combate: pesaje antes de las {time}, {day}',
  'step.podium': 'Ir al podio',
  'step.open-class': {
    one: 'Absoluto: queda {count} min para inscribirse',
    other: 'Absoluto: quedan {count} min para inscribirse',
  },
  'step.openClassTitle': 'Absoluto',
  'step.openClassText': 'Inscripción en la mesa antes de las {time}. Los quince minutos corren desde la medalla.',
  'step.openClassEntered': 'Inscripción hecha.',
  'step.openClassOver': 'La inscripción terminó.',
  'step.withdrawn': 'Retiro o sobrepeso',
  'step.withdrawnText': 'Fuera de la llave antes del primer combate.',
  'step.done': 'Hecho',
  'step.checklist': 'Lista de control',
  'step.checkWeight': 'Peso: subir a la báscula con la ropa del combate',
  'step.checkGi': 'Kimono: limpio, sin roturas y con las medidas reglamentarias. Si se cambia, se pesa de nuevo',
  'step.checkUniform': 'Rashguard y pantaloneta en los colores permitidos',
  'step.checkId': 'Documento con foto o carné de la federación, antes de cada combate',
} as const satisfies Translation<typeof en>
