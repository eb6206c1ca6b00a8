// Texts of the filter, the conflicts, the mats and the athletes without a match on the Matches tab.
import type { Texts } from '../t.ts'
import { texts as steps } from './steps.ts'

export const texts = {
  ...steps,

  'day.mat': 'Mat',
  'day.allMats': 'All mats',
  'day.team': 'Team',
  'day.allTeams': 'All teams',
  'day.tournament': 'Tournament',
  'day.allTournaments': 'All tournaments',
  'day.noneFiltered': 'No matches with this filter',
  'day.showAll': 'Show all',

  'matches.allResults': { one: 'Show {count} more result', other: 'Show {count} more results' },
  'matches.noFollowsTitle': 'No Followed Athletes',
  'matches.noFollowsText': 'Follow athletes in your tournaments to see their upcoming matches.',

  'day.atOnce': '{count} at once at {time}: {fights}',
  'day.maybeAtOnce': 'Maybe {count} at once at {time}: {fights}',
  'day.onMat': 'Mat {mat} {names}',
  'day.also': 'also on Mat {mat}',
  'day.alsoWith': 'At once with {names} on Mat {mat}',
  'day.maybeAlso': 'Mat {mat}?',
  'day.maybeAlsoWith': 'Maybe at once with {names} on Mat {mat}',
  'day.tight': 'back to back',
  'day.tightWith': 'Back to back with {names} on Mat {mat}',

  'day.lanesNone': 'None of your athletes fights within the hour',
  'day.lanesList': 'As a list',
  'day.barOn': 'Mat {mat}: {names}, on now',
  'day.barEstimate': 'Mat {mat}: {names}, about {time}, between {early} and {late}',
  'day.barSchedule': 'Mat {mat}: {names}, published {time}',

  'day.idle': 'No match to come',
  'day.moreIdle': { one: 'Show {count} more athlete', other: 'Show {count} more athletes' },
  'day.waitsFor': 'Waiting for the opponent: {opponent}',
  'day.unplaced': 'No mat or time yet',
  'day.waiting': 'Next match not known yet',
  'day.bracket-missing': 'Bracket not out yet',
  'day.alone': 'Alone in the division: weigh-in only',
  'day.over': 'Done',
  'day.out': 'Out',
  'day.unlisted': 'No longer listed at the source',
  'day.unknown': 'Nothing scheduled',
  'day.reasonIn': '{reason} · {category}',
} as const satisfies Texts
