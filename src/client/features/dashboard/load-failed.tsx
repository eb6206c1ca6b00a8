// The error state of a list: offline, a timeout on a slow connection, or a server that did not answer.
import { isSlow, networkFacts, useIsOnline } from '#client/requests/network.ts'
import { NotReached } from '#client/ui/not-reached.tsx'

type Props = {
  /** The title on a good connection. */
  title: string
  text: string
  onRetry: () => void
}

/** Core specification section 2: the button reloads the page when offline or on a slow connection. */
export function LoadFailed({ title, text, onRetry }: Props) {
  const isOnline = useIsOnline()
  const isGoodConnection = isOnline && !isSlow(networkFacts())
  return isGoodConnection ? (
    <NotReached isOnline title={title} text={text} onRetry={onRetry} />
  ) : (
    <NotReached isOnline={isOnline} onRetry={() => location.reload()} />
  )
}
