// The head of a list: its search field and filters.
import { type ReactNode, useState } from 'react'
import { useDebounced } from '#client/ui/debounced.ts'
import { SearchField } from '#client/ui/search-field.tsx'

/** The debounced search term, and its field. */
export function useSearchField(label: string): { search: string; field: ReactNode } {
  const [text, setText] = useState('')
  const search = useDebounced(text.trim())
  return {
    search,
    field: (
      <div className="min-w-0 flex-1 basis-56 sm:max-w-90">
        <SearchField label={label} value={text} onChange={setText} />
      </div>
    ),
  }
}

export function ListHead({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-x-4 gap-y-2">{children}</div>
}
