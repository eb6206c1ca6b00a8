// A table that becomes cards on narrow screens; long ones are virtualised. ARIA roles instead of table elements keep the table
// semantics in both layouts.
import { type CSSProperties, type ReactNode, useRef, useSyncExternalStore } from 'react'
import { skeletonLook } from './skeleton.tsx'
import { useVirtualRows } from './virtual-rows.ts'

type Column<Row> = {
  key: string
  head: string
  /** The column's grid track in the wide layout: 'minmax(10rem, 2fr)'. */
  track: string
  /** Aligns the column to the right, for numbers. */
  isFigure?: boolean
  /** Takes the full width of a card. */
  isFullWidth?: boolean
  render: (row: Row) => ReactNode
}

/** The first column is the row's name. */
export type Columns<Row> = readonly [Column<Row>, ...Column<Row>[]]

type Props<Row> = {
  label: string
  rows: readonly Row[]
  /** False when more rows exist than `rows` contains. */
  isComplete?: boolean
  columns: Columns<Row>
  keyOf: (row: Row) => string | number
  /** The actions of a row, and the header of their column. */
  actions?: { head: string; track: string; render: (row: Row) => ReactNode }
}

/** Estimated heights of a row and a card, in px. */
const estimatedHeight = { row: 53, card: 165 }

export function DataTable<Row>({ label, rows, isComplete = true, columns, keyOf, actions }: Props<Row>) {
  const body = useRef<HTMLDivElement>(null)
  const view = useVirtualRows(
    body,
    rows.length,
    useIsNarrow() ? estimatedHeight.card : estimatedHeight.row,
    (index) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row)
    },
  )
  const tracks = [...columns.map(({ track }) => track), ...(actions ? [actions.track] : [])].join(' ')
  return (
    <div className="@container">
      <div
        role="table"
        aria-label={label}
        aria-rowcount={isComplete ? rows.length + 1 : -1}
        className="@[44rem]:rounded-card @[44rem]:border @[44rem]:border-line/60 @[44rem]:bg-surface"
        style={{ '--tracks': tracks } as CSSProperties}
      >
        <div role="rowgroup" className="@max-[44rem]:sr-only @[44rem]:sticky @[44rem]:top-11 @[44rem]:z-10">
          <div
            role="row"
            aria-rowindex={1}
            className="grid grid-cols-(--tracks) items-end gap-x-3 rounded-t-card border-b border-line bg-surface px-3 py-2.5 text-xs font-semibold text-muted"
          >
            {columns.map(({ key, head, isFigure }) => (
              <span key={key} role="columnheader" className={isFigure ? 'pr-3 text-right' : ''}>
                {head}
              </span>
            ))}
            {actions && (
              <span role="columnheader" className="text-right">
                {actions.head}
              </span>
            )}
          </div>
        </div>
        <div ref={body} role="rowgroup" style={{ paddingTop: view.before, paddingBottom: view.after }}>
          {view.shown.map((index) => {
            const row = rows[index]
            return (
              row !== undefined && (
                <div
                  key={keyOf(row)}
                  ref={view.measure}
                  data-index={index}
                  role="row"
                  aria-rowindex={index + 2}
                  className="@max-[44rem]:pb-2.5 @[44rem]:not-last:border-b @[44rem]:not-last:border-line/40"
                >
                  <div
                    role="presentation"
                    className="grid gap-x-3 @max-[44rem]:card @max-[44rem]:grid-cols-3 @max-[44rem]:gap-y-2 @max-[44rem]:p-3 @max-[18rem]:grid-cols-2 @max-[12rem]:grid-cols-1 @[44rem]:min-h-13 @[44rem]:grid-cols-(--tracks) @[44rem]:items-center @[44rem]:px-3 @[44rem]:py-1"
                  >
                    {columns.map((column, index) => (
                      <Cell key={column.key} column={column} isName={index === 0}>
                        {column.render(row)}
                      </Cell>
                    ))}
                    {actions && (
                      <div
                        role="cell"
                        className="-mr-3 flex flex-wrap justify-end empty:hidden @max-[44rem]:-mt-2 @max-[44rem]:-mb-2 @max-[44rem]:col-span-full"
                      >
                        {actions.render(row)}
                      </div>
                    )}
                  </div>
                </div>
              )
            )
          })}
        </div>
      </div>
    </div>
  )
}

type CellProps<Row> = { column: Column<Row>; isName: boolean; children: ReactNode }

/** In a card each value has a visible label, hidden from screen readers, which read the column's header. */
function Cell<Row>({ column: { head, isFigure, isFullWidth }, isName, children }: CellProps<Row>) {
  if (isName)
    return (
      <div
        role="rowheader"
        className="min-w-0 text-base font-semibold wrap-anywhere @max-[44rem]:col-span-full @max-[44rem]:text-lg"
      >
        {children}
      </div>
    )
  return (
    <div
      role="cell"
      className={`min-w-0 text-base wrap-anywhere ${isFigure ? '@[44rem]:pr-3 @[44rem]:text-right' : ''} ${isFullWidth ? '@max-[44rem]:col-span-full' : ''}`}
    >
      <span aria-hidden className="block wrap-normal text-xs text-muted @[44rem]:hidden">
        {head}
      </span>
      {children}
    </div>
  )
}

const narrow = typeof window === 'undefined' ? undefined : window.matchMedia('(max-width: 44rem)')

/** Whether the viewport is too narrow for the wide layout; approximates the container query, to estimate the heights of rows. */
const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      narrow?.addEventListener('change', listener)
      return () => narrow?.removeEventListener('change', listener)
    },
    () => narrow?.matches ?? false,
  )

/** A name with a note and other content below it. */
export function Named({ name, note, children }: { name: string; note?: string | null; children?: ReactNode }) {
  return (
    <>
      {name}
      {note != null && <span className="block text-sm font-normal text-muted">{note}</span>}
      {children}
    </>
  )
}

/** A table's skeleton; `isLow`: the cards of a table with few columns are shorter. */
export function TableSkeleton({ rows = 6, isLow = false }: { rows?: number; isLow?: boolean }) {
  return (
    <div aria-hidden className="@container">
      <div className="flex flex-col gap-2.5 @[44rem]:card @[44rem]:gap-0">
        <div className="h-9 border-b border-line @max-[44rem]:hidden" />
        {Array.from({ length: rows }, (_, index) => (
          <div
            key={index}
            className={`flex flex-col gap-3 @max-[44rem]:card @max-[44rem]:p-3 @[44rem]:min-h-13 @[44rem]:flex-row @[44rem]:items-center @[44rem]:px-3 ${isLow ? '' : '@max-[44rem]:h-40'}`}
          >
            <span className={`${skeletonLook} h-5 w-3/5 @[44rem]:w-1/3`} />
            <span className={`${skeletonLook} h-4 w-4/5 @[44rem]:w-1/3`} />
            <span className={`${skeletonLook} h-4 w-2/5 @[44rem]:ml-auto @[44rem]:w-16`} />
          </div>
        ))}
      </div>
    </div>
  )
}
