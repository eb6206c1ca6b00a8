// The states around a long list: skeleton, empty, failed, outdated, and loading the next page.
import { WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { ageText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'
import { Button } from './button.tsx'
import { NotReached } from './not-reached.tsx'
import { Notice } from './notice.tsx'

/** The state of a list that is fetched from the server. */
export type ListState<Row> = {
  /** The rows, also during a refetch and after a failed one. */
  rows: readonly Row[] | undefined
  isOffline: boolean
  isFailed: boolean
  /** The server's error text. */
  failure: string | undefined
  /** Time since the rows were fetched, in ms. */
  age: number
  retry: () => void
  hasMore: boolean
  isLoadingMore: boolean
  more: () => void
}

type Props<Row> = {
  list: ListState<Row>
  skeleton: ReactNode
  empty: ReactNode
  /** Hides the notice of a failed refetch, because another part of the screen shows it. */
  hidesStaleNotice?: boolean
  children: (rows: readonly Row[]) => ReactNode
}

export function Listing<Row>({ list, skeleton, empty, hidesStaleNotice = false, children }: Props<Row>) {
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
    <div className="flex flex-col gap-3">
      {!hidesStaleNotice && <StaleNotice {...list} />}
      {rows.length === 0 ? empty : children(rows)}
      {list.hasMore && <More isBusy={list.isLoadingMore} onMore={list.more} />}
    </div>
  )
}

type NotReadProps = { list: Pick<ListState<unknown>, 'isOffline' | 'failure' | 'retry'>; title?: string }

/** The reason why nothing could be loaded, with a retry button. */
export const NotRead = ({ list, title = t('list.failed') }: NotReadProps) => (
  <NotReached isOnline={!list.isOffline} title={title} text={list.failure} onRetry={list.retry} />
)

/** A notice that the data could not be refetched, with their age. */
export function StaleNotice({
  isOffline,
  isFailed,
  age,
  retry,
}: Pick<ListState<unknown>, 'isOffline' | 'isFailed' | 'age' | 'retry'>) {
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

/** Loads the next page when the end of the list is near, or on a tap. */
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
