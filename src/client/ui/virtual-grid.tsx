// A virtualised grid: only lines near the viewport are rendered. A line has one heading, or
// at most as many items as there are columns.
import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Look } from './card-grid.tsx'
import { useColumns } from './columns.ts'
import { entryValue, restoredScroll } from './history.ts'

/** The space below a line of each look, and the heights that do not depend on the list, in px. */
const gaps: Record<Look, number> = { card: 10, dense: 4, row: 4, heading: 10 }
const heights = { dense: 70, row: 74, heading: 22 }

type Items = {
  keyAt: (index: number) => string
  renderAt: (index: number) => ReactNode
}
export type VirtualProps = Items & {
  label: string
  /** The number of items, with headings. */
  count: number
  /** The estimated height of a card, in px. */
  height: number
  lookAt: (index: number) => Look
}

/** The items from index `first` on; `place` counts the items before them without headings. */
type Line = { look: Look; first: number; length: number; place: number }

export function VirtualGrid({ label, count, height, keyAt, renderAt, lookAt }: VirtualProps) {
  const list = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const columns = useColumns()
  const { lines, total } = useMemo(() => linesOf(count, columns, lookAt), [count, columns, lookAt])
  const lineAt = (index: number): Line => lines[index] as Line
  const [measured] = useState(() => entryValue<VirtualItem[]>(`heights/${label}`))
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), [])
  const virtual = useWindowVirtualizer({
    count: lines.length,
    estimateSize: (index) => {
      const { look } = lineAt(index)
      return (look === 'card' ? height : heights[look]) + gaps[look]
    },
    overscan: 2,
    scrollMargin: top,
    initialMeasurementsCache: measured.read() ?? [],
    // Otherwise lines at the top would be measured first, which would move the lines below away from where the user left them.
    initialOffset: () => restoredScroll() ?? window.scrollY,
    getItemKey: (index) => keyAt(lineAt(index).first),
    // One frame later is early enough, because lines beyond the edge of the viewport are already rendered.
    useFlushSync: false,
  })
  useEffect(() => () => measured.write(virtual.takeSnapshot()), [measured, virtual])
  return (
    // Elements with list roles instead of list markup, because the lines are between the list and its items.
    <div ref={list} role="list" aria-label={label} className="relative" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ key, index, start }) => {
        const { look, first, length, place } = lineAt(index)
        return (
          <div
            key={key}
            role="presentation"
            ref={virtual.measureElement}
            data-index={index}
            className="absolute inset-x-0 grid gap-2.5"
            style={{
              transform: `translateY(${start - top}px)`,
              gridTemplateColumns: `repeat(${look === 'heading' ? 1 : columns}, minmax(0, 1fr))`,
              paddingBottom: gaps[look],
            }}
          >
            <Cells
              first={first}
              length={length}
              place={look === 'heading' ? null : place}
              total={total}
              keyAt={keyAt}
              renderAt={renderAt}
            />
          </div>
        )
      })}
    </div>
  )
}

/** Items of one look share lines, so that a line has one height. */
function linesOf(count: number, columns: number, lookAt: (index: number) => Look): { lines: Line[]; total: number } {
  const lines: Line[] = []
  let total = 0
  for (let index = 0; index < count; index++) {
    const look = lookAt(index)
    const last = lines.at(-1)
    if (look !== 'heading' && last?.look === look && last.length < columns) last.length++
    else lines.push({ look, first: index, length: 1, place: total })
    if (look !== 'heading') total++
  }
  return { lines, total }
}

type CellsProps = Items & { first: number; length: number; place: number | null; total: number }

/** The items of one line; memoised, so that scrolling does not render the remaining lines again. */
const Cells = memo(function Cells({ first, length, place, total, keyAt, renderAt }: CellsProps) {
  return Array.from({ length }, (_, column) => (
    <div
      key={keyAt(first + column)}
      role="listitem"
      {...(place !== null && { 'aria-setsize': total, 'aria-posinset': place + column + 1 })}
    >
      {renderAt(first + column)}
    </div>
  ))
})
