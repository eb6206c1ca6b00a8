// A list of the administrator's dashboard: its filters, its rows as a table, its empty states, and the removal of rows.
import type { ReactNode } from 'react'
import type { usePagedList } from '#client/cache/paging.ts'
import { t } from '#client/texts/t.ts'
import { type Columns, DataTable, TableSkeleton } from '#client/ui/data-table.tsx'
import { EmptySearch } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Listing } from '#client/ui/listing.tsx'
import { ListHead } from './list-head.tsx'
import { type Removal, useRemoval } from './removal.tsx'

type Props<Row> = {
  label: string
  list: Omit<ReturnType<typeof usePagedList>, 'rows'> & { rows: readonly Row[] | undefined }
  /** The search field and filters. */
  filters: ReactNode
  /** Whether a filter is set. */
  isFiltered: boolean
  /** The text of an empty list without filters. */
  none: { drawing: ReactNode; title: string; text?: string }
  /** The text of an empty filtered list. */
  noneFound: string
  columns: Columns<Row>
  /** The removal of a row; null for one that cannot be removed. Omitted for read-only lists. */
  removalOf?: (row: Row) => Removal | null
}

export function AdminList<Row extends { id: number }>(props: Props<Row>) {
  const { label, list, columns, removalOf } = props
  const removal = useRemoval()
  const button = (row: Row): ReactNode => {
    const found = removalOf?.(row)
    return found && removal.button(found)
  }
  return (
    <>
      <ListHead>{props.filters}</ListHead>
      <Listing
        list={list}
        skeleton={<TableSkeleton />}
        empty={
          props.isFiltered ? (
            <EmptyState drawing={<EmptySearch />} title={props.noneFound} />
          ) : (
            <EmptyState {...props.none} />
          )
        }
      >
        {(rows) => (
          <DataTable
            label={label}
            rows={rows}
            isComplete={!list.hasMore}
            columns={columns}
            keyOf={({ id }) => id}
            {...(removalOf && { actions: { head: t('admin.actions'), track: '4rem', render: button } })}
          />
        )}
      </Listing>
      {removal.dialog}
    </>
  )
}
