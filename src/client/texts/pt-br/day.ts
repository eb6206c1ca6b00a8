// Texts of the filter, the conflicts, the mats and the athletes without a match on the Matches tab.
import type { texts as en } from '../en/day.ts'
import type { Translation } from '../t.ts'
import { texts as steps } from './steps.ts'

export const texts = {
  ...steps,

  'day.mat': 'Área',
  'day.allMats': 'Todas as áreas',
  'day.team': 'Equipe',
  'day.allTeams': 'Todas as equipes',
  'day.tournament': 'Torneio',
  'day.allTournaments': 'Todos os torneios',
  'day.noneFiltered': 'Nenhuma luta com este filtro',
  'day.showAll': 'Mostrar tudo',

  'matches.allResults': { one: 'Mostrar mais {count} resultado', other: 'Mostrar mais {count} resultados' },
  'matches.noFollowsTitle': 'Você ainda não segue atletas',
  'matches.noFollowsText': 'Siga atletas dos seus torneios para ver as próximas lutas.',

  'day.atOnce': '{count} ao mesmo tempo às {time}: {fights}',
  'day.maybeAtOnce': 'Talvez {count} ao mesmo tempo às {time}: {fights}',
  'day.onMat': 'área {mat} {names}',
  'day.also': 'também na área {mat}',
  'day.alsoWith': 'Ao mesmo tempo que {names} na área {mat}',
  'day.maybeAlso': 'área {mat}?',
  'day.maybeAlsoWith': 'Talvez ao mesmo tempo que {names} na área {mat}',
  'day.tight': 'uma logo após a outra',
  'day.tightWith': 'Uma logo após a outra com {names} na área {mat}',

  'day.lanesNone': 'Nenhum dos seus atletas luta na próxima hora',
  'day.lanesList': 'Em lista',
  'day.barOn': 'Área {mat}: {names}, agora',
  'day.barEstimate': 'Área {mat}: {names}, aprox. {time}, entre {early} e {late}',
  'day.barSchedule': 'Área {mat}: {names}, horário publicado {time}',

  'day.idle': 'Sem lutas por vir',
  'day.moreIdle': { one: 'Mostrar mais {count} atleta', other: 'Mostrar mais {count} atletas' },
  'day.waitsFor': 'Aguarda oponente: {opponent}',
  'day.unplaced': 'Ainda sem área ou horário',
  'day.waiting': 'Próxima luta ainda não definida',
  'day.bracket-missing': 'Chave ainda não publicada',
  'day.alone': 'Sem oponentes na divisão: só pesagem',
  'day.over': 'Encerrou',
  'day.out': 'Fora da chave',
  'day.unlisted': 'Não consta mais na lista oficial',
  'day.unknown': 'Nada marcado',
  'day.reasonIn': '{reason} em {category}',
} as const satisfies Translation<typeof en>
