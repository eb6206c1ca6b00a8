// What stands around a long list: its skeleton, why there is nothing, that it is old, and the way to its next part.
import { WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { ageText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'
import { Button } from './button.tsx'
import { NotReached } from './not-reached.tsx'
import { Notice } from './notice.tsx'

/** How a list that is read from the server stands. */
export type Reading<Row> = {
  /** What there is to show, also while it is read again or could not be. */
  rows: readonly Row[] | undefined
  /** The rows are of another question than the one just asked. */
  isOther: boolean
  isOffline: boolean
  isFailed: boolean
  /** The server's sentence about a failure. */
  failure: string | undefined
  /** Since the rows were read, in ms. */
  age: number
  retry: () => void
  hasMore: boolean
  isLoadingMore: boolean
  more: () => void
}

type Props<Row> = {
  list: Reading<Row>
  skeleton: ReactNode
  empty: ReactNode
  /** Another place on the screen says when the rows could not be read again. */
  isQuiet?: boolean
  children: (rows: readonly Row[]) => ReactNode
}

export function Listing<Row>({ list, skeleton, empty, isQuiet = false, children }: Props<Row>) {
  const { rows } = list
  if (rows === undefined) {
    if (list.isOffline || list.isFailed) return <NotRead list={list} />
    return (
      <div role="status" aria-label={t('list.loading')}>
        {skeleton}
      </div>
    )
  }
  return (
    <div
      aria-busy={list.isOther}
      className={`flex flex-col gap-3 transition-opacity ${list.isOther ? 'opacity-60' : ''}`}
    >
      {!isQuiet && <StaleNotice {...list} />}
      {rows.length === 0 ? empty : children(rows)}
      {list.hasMore && <More isBusy={list.isLoadingMore} onMore={list.more} />}
    </div>
  )
}

type NotReadProps = { list: Pick<Reading<unknown>, 'isOffline' | 'failure' | 'retry'>; title?: string }

/** Why there is nothing to show, and the way to try again. */
export const NotRead = ({ list, title = t('list.failed') }: NotReadProps) => (
  <NotReached isOnline={!list.isOffline} title={title} text={list.failure} onRetry={list.retry} />
)

/** Says that what is shown could not be read again, and how old it is. */
export function StaleNotice({
  isOffline,
  isFailed,
  age,
  retry,
}: Pick<Reading<unknown>, 'isOffline' | 'isFailed' | 'age' | 'retry'>) {
  if (!isOffline && !isFailed) return null
  return (
    <Notice
      tone="late"
      icon={<WifiOff aria-hidden className="size-4 shrink-0" />}
      action={
        <Button look="quiet" onClick={retry}>
          {t('connection.tryAgain')}
        </Button>
      }
    >
      {t('list.stale', { age: ageText(age) })}
    </Notice>
  )
}

/** The next part comes by itself when the end of the list is near, or when it is asked for. */
function More({ isBusy, onMore }: { isBusy: boolean; onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isBusy || !end.current) return
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && onMore(), {
      rootMargin: '800px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isBusy, onMore])
  return (
    <div ref={end} className="flex justify-center">
      <Button look="outline" aria-disabled={isBusy} onClick={() => !isBusy && onMore()}>
        {isBusy ? t('list.loadingMore') : t('list.more')}
      </Button>
    </div>
  )
}
