// A search field, with a button that clears it.
import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { t } from '#client/texts/t.ts'

/** The server's limit, in characters. */
const longestSearch = 200

export function SearchField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className="relative">
      <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-5 text-muted" />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={longestSearch}
        className={`h-11 w-full rounded-md border border-line bg-surface pl-10 text-lg text-ellipsis text-text placeholder:text-muted [&::-webkit-search-cancel-button]:hidden ${value === '' ? 'pr-3' : 'pr-11'}`}
      />
      {value !== '' && (
        <button
          type="button"
          aria-label={t('matches.clearSearch')}
          className="absolute top-0 right-0 inline-flex size-11 items-center justify-center text-muted hover:text-text"
          onClick={() => {
            onChange('')
            field.current?.focus()
          }}
        >
          <X aria-hidden className="size-5" />
        </button>
      )}
    </div>
  )
}
