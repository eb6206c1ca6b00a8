// The texts about the network that every screen has.
import { t } from './t.ts'

/** "You're offline · Check your connection and try again": one line, for places without a heading. */
export const offlineSentence = (): string => `${t('connection.offline')} · ${t('connection.offlineText')}`

/** One line for a network where something else answers in place of RollCall. */
export const interceptedSentence = (): string => `${t('connection.intercepted')} · ${t('connection.interceptedText')}`
