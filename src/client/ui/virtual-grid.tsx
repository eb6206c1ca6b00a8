// A grid that keeps only the rows near the window in the page.
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

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

export function VirtualGrid({
  label,
  count,
  height,
  keyAt,
  renderAt,
}: {
  label: string
  count: number
  height: number
  keyAt: (index: number) => string
  renderAt: (index: number) => ReactNode
}) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  const columns = useColumns()
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), [])
  const rows = useWindowVirtualizer({
    count: Math.ceil(count / columns),
    estimateSize: () => height + gap,
    overscan: 4,
    scrollMargin: top,
    getItemKey: (row) => keyAt(row * columns),
  })
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
          {Array.from({ length: Math.min(columns, count - row.index * columns) }, (_, column) => {
            const index = row.index * columns + column
            return (
              <li key={keyAt(index)} aria-setsize={count} aria-posinset={index + 1}>
                {renderAt(index)}
              </li>
            )
          })}
        </div>
      ))}
    </ul>
  )
}
