// Texts of the page of one tournament with its mat boards.
import type { texts as en } from '../en/tournament.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'tournament.notFoundTitle': 'Torneio não encontrado',
  'tournament.notFoundText': 'Talvez ele tenha sido removido da sua lista.',
  'tournament.goToTournaments': 'Ir para os torneios',
  'tournament.days': 'Dias',
  'tournament.day': '{weekday}, {date}',
  'tournament.yours': 'Seus atletas aqui',
  'tournament.yoursNone': 'Você ainda não segue ninguém aqui.',
  'tournament.mats': 'Áreas',
  'tournament.toMat': 'Área {mat}',
  'tournament.toOwnMat': 'Área {mat}, com seus atletas',
  'tournament.toCome': { one: 'resta {count} luta', other: 'restam {count} lutas' },
  'tournament.matOver': 'Não há mais lutas nesta área',
  'tournament.between': { one: '{count} luta antes', other: '{count} lutas antes' },
  'tournament.more': { one: 'e mais {count} luta', other: 'e mais {count} lutas' },
  'tournament.fight': 'Luta {number}',
  'tournament.against': 'contra',
  'tournament.unpublishedTitle': 'Ainda não publicado',
  'tournament.unpublishedText': 'As lutas deste dia aparecem aqui assim que o sistema da competição as publicar.',
  'tournament.importingText': 'Este torneio ainda está sendo importado. As lutas já vão aparecer aqui.',
  'tournament.overTitle': 'Acabaram as lutas',
  'tournament.overText': 'Não há mais lutas neste dia.',
  'tournament.timesTitle': 'Qualidade dos horários',
  'tournament.timesInside': 'De {count} lutas, {percent}% começaram dentro do intervalo mostrado uma hora antes.',
  'tournament.timesError': 'Os horários publicados erraram em {published} min, os nossos em {estimated} min.',
  'tournament.timesHow': 'Em metade das lutas o erro foi menor.',
  'tournament.nothingNext': 'Nada marcado',
  'tournament.record': '{wins}–{losses}',
} as const satisfies Translation<typeof en>
