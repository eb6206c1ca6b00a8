// Virtualises long lists: only rows near the viewport are rendered, with spacers for the others.
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/** Lists with more rows than this are virtualised (quality/experience.md section 1). */
const virtualAbove = 50
/** Rows rendered beyond each edge of the viewport. */
const overscan = 8

export type VirtualRows = {
  /** The indices of the rendered rows. */
  shown: number[]
  /** Height of the spacers above and below them, in px. */
  before: number
  after: number
  /** The ref of each row, which must have its index as `data-index`. */
  measure: ((row: HTMLElement | null) => void) | undefined
}

/**
 * The rows to render. `body`: the element of the rows. `height`: the estimated height of a row in px, used until it is measured; a
 * new value discards the measurements.
 */
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

/** An element's distance from the top of the page, in px; updated when the content above it changes. */
function useTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = (): void => {
      if (element.current) setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return top
}
