// A virtualised grid: only rows near the viewport are rendered.
import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { entryValue, restoredScroll } from './history.ts'

const gap = 10
const twoColumns = window.matchMedia('(min-width: 40rem)')
const threeColumns = window.matchMedia('(min-width: 80rem)')

function useColumns(): number {
  return useSyncExternalStore(
    (listener) => {
      for (const query of [twoColumns, threeColumns]) query.addEventListener('change', listener)
      return () => {
        for (const query of [twoColumns, threeColumns]) query.removeEventListener('change', listener)
      }
    },
    () => (threeColumns.matches ? 3 : twoColumns.matches ? 2 : 1),
  )
}

type Cards = {
  count: number
  keyAt: (index: number) => string
  renderAt: (index: number) => ReactNode
}

export function VirtualGrid({ label, count, height, keyAt, renderAt }: Cards & { label: string; height: number }) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  const columns = useColumns()
  const [heights] = useState(() => entryValue<VirtualItem[]>(`heights/${label}`))
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), [])
  const rows = useWindowVirtualizer({
    count: Math.ceil(count / columns),
    estimateSize: () => height + gap,
    overscan: 2,
    scrollMargin: top,
    initialMeasurementsCache: heights.read() ?? [],
    // Rows at the top would be measured first otherwise, which moves the rows below from where the user left them.
    initialOffset: () => restoredScroll() ?? window.scrollY,
    getItemKey: (row) => keyAt(row * columns),
    // A frame later is early enough, since rows beyond the edge of the viewport are rendered already.
    useFlushSync: false,
  })
  useEffect(() => () => heights.write(rows.takeSnapshot()), [heights, rows])
  return (
    <ul ref={list} aria-label={label} className="relative list-none" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map((row) => (
        <div
          key={row.key}
          role="presentation"
          ref={rows.measureElement}
          data-index={row.index}
          className="absolute inset-x-0 grid gap-2.5 pb-2.5"
          style={{
            transform: `translateY(${row.start - top}px)`,
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          }}
        >
          <Cells from={row.index * columns} columns={columns} count={count} keyAt={keyAt} renderAt={renderAt} />
        </div>
      ))}
    </ul>
  )
}

/** The cards of one row; memoised, so that scrolling does not render the remaining rows again. */
const Cells = memo(function Cells({
  from,
  columns,
  count,
  keyAt,
  renderAt,
}: Cards & { from: number; columns: number }) {
  return Array.from({ length: Math.min(columns, count - from) }, (_, column) => (
    <li key={keyAt(from + column)} aria-setsize={count} aria-posinset={from + column + 1}>
      {renderAt(from + column)}
    </li>
  ))
})
