// The translated target and detail of an audit entry.
import type { AuditEntry } from '#contract/administration.ts'
import type { AuditNote } from '#contract/audit-note.ts'
import { notesText } from '#client/texts/diagnostic-notes.ts'
import { serverText, t } from '#client/texts/t.ts'

const kinds = ['user', 'tournament', 'link', 'athlete'] as const

/** Translates kind and id ('user 7'); an email or a request is returned unchanged. */
export function targetText({ target }: Pick<AuditEntry, 'target'>): string {
  if (target === null) return t('admin.unknown')
  if (target === 'source') return t('admin.source')
  const [named = '', id = '', more] = target.split(' ')
  const kind = kinds.find((each) => each === named)
  return kind && more === undefined ? t(`admin.targetOf.${kind}`, { id }) : target
}

/** Translates a detail by its code; one without a code is returned unchanged. */
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
