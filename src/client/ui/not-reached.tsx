// The state of a screen whose data could not be loaded; the offline text is the same on every screen.
import { t } from '#client/texts/t.ts'
import { Button } from './button.tsx'
import { Unplugged } from './drawings.tsx'
import { EmptyState } from './empty-state.tsx'

type Props = {
  isOnline: boolean
  /** The title when the browser is online. */
  title?: string
  text?: string | undefined
  onRetry: () => void
}

export function NotReached({
  isOnline,
  title = t('connection.errorTitle'),
  text = t('connection.offlineText'),
  onRetry,
}: Props) {
  return (
    <EmptyState
      drawing={<Unplugged />}
      title={isOnline ? title : t('connection.offline')}
      text={isOnline ? text : t('connection.offlineText')}
      action={<Button onClick={onRetry}>{t('connection.tryAgain')}</Button>}
    />
  )
}
