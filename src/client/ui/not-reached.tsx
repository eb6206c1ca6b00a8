// Nothing to show, because it could not be loaded: without a network every screen says so in the same words.
import { t } from '#client/texts/t.ts'
import { Button } from './button.tsx'
import { Unplugged } from './drawings.tsx'
import { EmptyState } from './empty-state.tsx'

type Props = {
  isOnline: boolean
  /** What is said where there is a network. */
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
