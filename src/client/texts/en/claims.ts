// Texts about who covers a match; for the app's cards and for the public page.
import type { Texts } from '../t.ts'

export const texts = {
  'claim.question': "Who's got this?",
  'claim.questionOf': "Who's got this? Claim the fight of {athlete}",
  'claim.ownOf': 'You have the fight of {athlete}. Release it',
  'claim.unsentOf': 'You have the fight of {athlete}, not sent yet. Release it',
  'claim.otherOf': '{name} has the fight of {athlete}. Take it over',
  'claim.by': '{name} has it',
  'claim.byYou': 'You have it',
  'claim.takeTitle': '{name} has this fight',
  'claim.takeText': 'Take it over? {name} will see that you have it.',
  'claim.take': 'Take over',
  'claim.lost': '{name} has it now',
  'claim.refused': 'Fight not claimed',
  'claim.releaseRefused': 'Fight not released',
  'claim.nameTitle': 'Who are you?',
  'claim.nameText': 'Everyone with this link sees your name on the fights that you claim. This phone remembers it.',
  'claim.name': 'Your name',
  'claim.confirm': 'Claim the fight',
  'claim.hint': "Tap the hand on a fight to say that you've got it.",
  'claim.as': 'You claim fights as {name}.',
  'claim.rename': 'Change name',
  'claim.saveName': 'Save',
} as const satisfies Texts
