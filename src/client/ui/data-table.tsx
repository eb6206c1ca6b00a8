// A table that reads well on a laptop and folds into cards where it is narrow; a long one stays smooth. Roles instead of
// table tags: a folded table is still one to assistive technology.
import { type CSSProperties, type ReactNode, useRef, useSyncExternalStore } from 'react'
import { useVirtualRows } from './virtual-rows.ts'

type Column<Row> = {
  key: string
  head: string
  /** The column's track in the grid of a wide table: 'minmax(10rem, 2fr)'. */
  track: string
  /** Numbers stand under each other. */
  isFigure?: boolean
  /** Takes the whole width of a card. */
  isWhole?: boolean
  render: (row: Row) => ReactNode
}

/** The first names its row. */
export type Columns<Row> = readonly [Column<Row>, ...Column<Row>[]]

type Props<Row> = {
  label: string
  rows: readonly Row[]
  /** False when there are more rows than these. */
  isWhole?: boolean
  columns: Columns<Row>
  keyOf: (row: Row) => string | number
  /** What can be done with a row, and the head of that column. */
  actions?: { head: string; track: string; render: (row: Row) => ReactNode }
}

/** A row's and a card's usual height in px. */
const usual = { row: 53, card: 172 }

export function DataTable<Row>({ label, rows, isWhole = true, columns, keyOf, actions }: Props<Row>) {
  const body = useRef<HTMLDivElement>(null)
  const view = useVirtualRows(body, rows.length, useIsPhone() ? usual.card : usual.row, (index) => {
    const row = rows[index]
    return row === undefined ? index : keyOf(row)
  })
  const tracks = [...columns.map(({ track }) => track), ...(actions ? [actions.track] : [])].join(' ')
  return (
    <div className="@container">
      <div
        role="table"
        aria-label={label}
        aria-rowcount={isWhole ? rows.length + 1 : -1}
        className="@2xl:rounded-card @2xl:border @2xl:border-line/60 @2xl:bg-surface"
        style={{ '--tracks': tracks } as CSSProperties}
      >
        <div role="rowgroup" className="@max-2xl:sr-only @2xl:sticky @2xl:top-11 @2xl:z-10">
          <div
            role="row"
            aria-rowindex={1}
            className="grid grid-cols-(--tracks) items-end gap-x-3 rounded-t-card border-b border-line bg-surface px-3 py-2.5 text-xs font-semibold text-muted"
          >
            {columns.map(({ key, head, isFigure }) => (
              <span key={key} role="columnheader" className={isFigure ? 'text-right' : ''}>
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
                  className="@max-2xl:pb-2.5 @2xl:not-last:border-b @2xl:not-last:border-line/40"
                >
                  <div
                    role="presentation"
                    className="grid gap-x-3 @max-2xl:card @max-2xl:grid-cols-2 @max-2xl:gap-y-2 @max-2xl:p-3 @max-[15rem]:grid-cols-1 @2xl:min-h-13 @2xl:grid-cols-(--tracks) @2xl:items-center @2xl:px-3 @2xl:py-1"
                  >
                    {columns.map((column, place) => (
                      <Cell key={column.key} column={column} isName={place === 0}>
                        {column.render(row)}
                      </Cell>
                    ))}
                    {actions && (
                      <div role="cell" className="-mr-3 flex flex-wrap justify-end empty:hidden @max-2xl:col-span-full">
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

/** In a card each value stands under its head, which the column's header says already to those who hear it. */
function Cell<Row>({ column: { head, isFigure, isWhole }, isName, children }: CellProps<Row>) {
  if (isName)
    return (
      <div
        role="rowheader"
        className="min-w-0 text-base font-semibold wrap-anywhere @max-2xl:col-span-full @max-2xl:text-lg"
      >
        {children}
      </div>
    )
  return (
    <div
      role="cell"
      className={`min-w-0 text-base wrap-anywhere ${isFigure ? '@2xl:text-right' : ''} ${isWhole ? '@max-2xl:col-span-full' : ''}`}
    >
      <span aria-hidden className="block text-xs text-muted @2xl:hidden">
        {head}
      </span>
      {children}
    </div>
  )
}

const phone = typeof window === 'undefined' ? undefined : window.matchMedia('(max-width: 44rem)')

/** True where rows are folded into cards; only for guessing their height. */
const useIsPhone = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      phone?.addEventListener('change', listener)
      return () => phone?.removeEventListener('change', listener)
    },
    () => phone?.matches ?? false,
  )

/** A name with what goes with it beneath. */
export function Named({ name, note, children }: { name: string; note?: string | null; children?: ReactNode }) {
  return (
    <>
      {name}
      {note != null && <span className="block text-sm font-normal text-muted">{note}</span>}
      {children}
    </>
  )
}

/** Rows that are not there yet. */
export function TableSkeleton({ rows = 6 }: { rows?: number }) {
  const bone = 'animate-shimmer rounded-sm bg-raised'
  return (
    <div aria-hidden className="@container">
      <div className="flex flex-col gap-2.5 @2xl:card @2xl:gap-0">
        <div className="h-9 border-b border-line @max-2xl:hidden" />
        {Array.from({ length: rows }, (_, place) => (
          <div
            key={place}
            className="flex flex-col gap-3 @max-2xl:card @max-2xl:h-40 @max-2xl:p-3 @2xl:h-13 @2xl:flex-row @2xl:items-center @2xl:px-3"
          >
            <span className={`${bone} h-5 w-3/5 @2xl:w-1/4`} />
            <span className={`${bone} h-4 w-4/5 @2xl:w-1/3`} />
            <span className={`${bone} h-4 w-2/5 @2xl:ml-auto @2xl:w-16`} />
          </div>
        ))}
      </div>
    </div>
  )
}
