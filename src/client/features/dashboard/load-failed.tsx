// A list that could not be loaded: no network, a slow connection that gave up, or a server that did not answer.
import { isSlow, networkFacts } from '#client/live/network.ts'
import { useIsOnline } from '#client/live/online.ts'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { Unplugged } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'

type Props = {
  /** What is said where the connection is good. */
  title: string
  text: string
  onRetry: () => void
}

/** Core specification section 2: offline and on a slow connection the page itself is loaded again. */
export function LoadFailed({ title, text, onRetry }: Props) {
  const isOnline = useIsOnline()
  const isSimple = isOnline && !isSlow(networkFacts())
  const reload = (): void => location.reload()
  return (
    <EmptyState
      drawing={<Unplugged />}
      title={isSimple ? title : isOnline ? t('connection.errorTitle') : t('connection.offline')}
      text={isSimple ? text : t('connection.offlineText')}
      action={<Button onClick={isSimple ? onRetry : reload}>{t('connection.tryAgain')}</Button>}
    />
  )
}
