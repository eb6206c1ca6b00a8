// Texts of the steps of an athlete's day. Included in the parts of the screens that show them.
import type { texts as en } from '../en/steps.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'step.title': 'Passos do dia',
  'step.report': 'Apresentar-se até {time}',
  'step.reportOn': 'Apresentar-se até {time}, {day}',
  'step.reportText': 'No ginásio, pronto para lutar. Atraso nas áreas não muda este horário.',
  'step.weigh-in': 'Pesagem: uma só tentativa',
  'step.weigh-inText': 'Logo antes da primeira luta. Acima do peso está fora.',
  'step.alone': 'Sem luta: só pesagem',
  'step.aloneBy': 'Sem luta: pesagem até {time}',
  'step.aloneOn': 'Sem luta: pesagem até {time}, {day}',
  'step.podium': 'Ir ao pódio',
  'step.open-class': {
    one: 'Absoluto: falta {count} min para se inscrever',
    other: 'Absoluto: faltam {count} min para se inscrever',
  },
  'step.openClassTitle': 'Absoluto',
  'step.openClassText': 'Inscrição na mesa até {time}. Os quinze minutos contam a partir da medalha.',
  'step.openClassEntered': 'Inscrito.',
  'step.openClassOver': 'As inscrições terminaram.',
  'step.withdrawn': 'Desistência ou acima do peso',
  'step.withdrawnText': 'Saiu da chave antes da primeira luta.',
  'step.done': 'Feito',
  'step.checklist': 'Lista de conferência',
  'step.checkWeight': 'Peso: subir na balança com a roupa da luta',
  'step.checkGi': 'Kimono: limpo, sem rasgos e nas medidas. Kimono trocado é pesado de novo',
  'step.checkUniform': 'Rash guard e bermuda nas cores permitidas',
  'step.checkId': 'Documento com foto ou carteirinha da federação, antes de cada luta',
} as const satisfies Translation<typeof en>
