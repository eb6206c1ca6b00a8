// Which rows of a long list are in the page: those near the window, with room kept for the others.
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/** From more rows than this on, those far from the window are not in the page (quality/experience.md section 1). */
const virtualAbove = 50
/** Rows kept beyond either edge of the window. */
const overscan = 8

export type VirtualRows = {
  /** The places of the rows in the page. */
  shown: number[]
  /** Room above and below them, in px. */
  before: number
  after: number
  /** The ref of each row; it needs its place as `data-index`. */
  measure: ((row: HTMLElement | null) => void) | undefined
}

/** `height`: a row's usual height in px, which counts until it is measured; another one measures all anew. */
export function useVirtualRows(
  body: RefObject<HTMLElement | null>,
  count: number,
  height: number,
  keyAt: (index: number) => string | number,
): VirtualRows {
  const isVirtual = count > virtualAbove
  const top = useTop(body)
  const rows = useWindowVirtualizer({
    count,
    enabled: isVirtual,
    estimateSize: () => height,
    overscan,
    scrollMargin: top,
    getItemKey: keyAt,
  })
  useEffect(() => rows.measure(), [rows, height])
  if (!isVirtual)
    return { shown: Array.from({ length: count }, (_, index) => index), before: 0, after: 0, measure: undefined }
  const items = rows.getVirtualItems()
  return {
    shown: items.map(({ index }) => index),
    before: (items[0]?.start ?? top) - top,
    after: rows.getTotalSize() - ((items.at(-1)?.end ?? top) - top),
    measure: rows.measureElement,
  }
}

/** How far from the top of the page an element begins, in px; what stands above it may grow. */
function useTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const look = (): void => {
      if (element.current) setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY))
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return top
}
