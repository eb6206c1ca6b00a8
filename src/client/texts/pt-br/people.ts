// Texts about the people of followed athletes in other tournaments.
import type { texts as en } from '../en/people.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'people.title': 'Também inscritos',
  'people.sameId': 'Você já segue esta pessoa em {tournament}',
  'people.alike': 'É a mesma pessoa? Mesmo nome, equipe e faixa que em {tournament}',
  'people.follow': 'Seguir',
  'people.notNow': 'Agora não',
  'people.yes': 'Sim, seguir',
  'people.other': 'É outra pessoa',
  'people.about': '{action}: {name}, {tournament}',
  'people.showAll': 'Mostrar tudo',
  'people.followed': 'Você segue {name}',
  'people.offline': 'Você poderá responder quando a internet voltar.',
  'people.limit': 'Você pode seguir no máximo 500 atletas em 50 torneios.',
  'people.elsewhere': 'Em outros torneios',
  'people.merged': 'Outra inscrição, unida por você',
  'people.separate': 'Não é a mesma pessoa',
  'people.separated': 'Agora são duas pessoas diferentes',
  'people.undo': 'Desfazer',
  'people.undoOf': 'Desfazer: é a mesma pessoa',
  'people.notSaved': 'Não foi salvo',
} as const satisfies Translation<typeof en>
