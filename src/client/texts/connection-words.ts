// The offline text of every screen.
import { t } from './t.ts'

/** "You're offline · Check your connection and try again": one line, for places without a heading. */
export const offlineSentence = (): string => `${t('connection.offline')} · ${t('connection.offlineText')}`
