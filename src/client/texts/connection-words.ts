// What every screen says without a network.
import { t } from './t.ts'

/** "You're offline · Check your connection and try again": in one line, where there is no room for a heading. */
export const offlineSentence = (): string => `${t('connection.offline')} · ${t('connection.offlineText')}`
