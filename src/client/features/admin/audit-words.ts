// What an entry of the audit list was done to and what is said beside it, in the language shown.
import type { AuditEntry } from '#contract/administration.ts'
import type { AuditNote } from '#contract/audit-note.ts'
import { notesText } from '#client/texts/diagnostic-notes.ts'
import { serverText, t } from '#client/texts/t.ts'

const kinds = ['user', 'tournament', 'link', 'athlete'] as const

/** Kind and id ('user 7') in words; an e-mail or a request as it is. */
export function targetText({ target }: Pick<AuditEntry, 'target'>): string {
  if (target === null) return t('admin.unknown')
  if (target === 'source') return t('admin.source')
  const [named = '', id = '', more] = target.split(' ')
  const kind = kinds.find((each) => each === named)
  return kind && more === undefined ? t(`admin.targetOf.${kind}`, { id }) : target
}

/** By its code; a name alone, and what was kept without a code, as it is. */
export const detailText = ({ detail, note }: Pick<AuditEntry, 'detail' | 'note'>): string =>
  note ? sentenceOf(note) : (detail ?? t('admin.unknown'))

function sentenceOf(note: AuditNote): string {
  switch (note.code) {
    case 'linkOf':
      return t('admin.note.linkOf', { name: note.name })
    case 'fromLists':
      return t('admin.note.fromLists', { name: note.name, count: note.count })
    case 'refused':
      return t('admin.note.refused', { reason: serverText(note.sentence, note.error) })
    case 'zone':
      return t('admin.note.zone', { name: note.name, from: note.from ?? t('admin.timezoneUnknown'), to: note.to })
    case 'readingOff':
      return t('admin.switchedOff')
    case 'readingOn':
      return t('admin.switchedOn')
    case 'repaired':
      return t('admin.note.repair', { name: note.name, result: notesText(note.notes) })
    case 'notRepaired':
      return t('admin.note.repair', { name: note.name, result: serverText(note.sentence, note.error) })
    case 'tooFast':
      return t('admin.note.tooFast', { count: note.count })
  }
}
