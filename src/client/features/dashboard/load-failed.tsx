// A list that could not be loaded: no network, a slow connection that gave up, or a server that did not answer.
import { isSlow, networkFacts, useIsOnline } from '#client/requests/network.ts'
import { NotReached } from '#client/ui/not-reached.tsx'

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
  return isSimple ? (
    <NotReached isOnline title={title} text={text} onRetry={onRetry} />
  ) : (
    <NotReached isOnline={isOnline} onRetry={() => location.reload()} />
  )
}
