// Texts about the people of followed athletes in other tournaments.
import type { Texts } from '../t.ts'

export const texts = {
  'people.title': 'Also entered',
  'people.sameId': 'You already follow this person in {tournament}',
  'people.alike': 'The same person? Same name, team and belt as in {tournament}',
  'people.follow': 'Follow',
  'people.notNow': 'Not now',
  'people.yes': 'Yes, follow',
  'people.other': 'Another person',
  'people.about': '{action}: {name}, {tournament}',
  'people.showAll': 'Show all',
  'people.followed': 'You follow {name}',
  'people.offline': 'You can answer when you are back online.',
  'people.limit': 'You can follow at most 500 athletes in 50 tournaments.',
  'people.elsewhere': 'In other tournaments',
  'people.merged': 'Other entry, merged by you',
  'people.separate': 'Not the same person',
  'people.separated': 'Two different people now',
  'people.undo': 'Undo',
  'people.undoOf': 'Undo: it is the same person',
  'people.notSaved': 'Not saved',
} as const satisfies Texts
