// The sticky head of a tab: its name, its action, and the search field.
import type { ReactNode } from 'react'
import { PillPlace } from '#client/ui/pill-place.tsx'
import { useTitle } from '#client/ui/title.ts'

type Props = {
  title: string
  action?: ReactNode
  /** On phones only the search field is shown: the bottom bar names the tab. */
  search?: ReactNode
  /** A line below the name and the search field. */
  below?: ReactNode
}

export function TabHeader({ title, action, search, below }: Props) {
  useTitle(title)
  return (
    <header
      className={`sticky top-0 z-20 flex min-h-15 flex-wrap items-center gap-x-4 bg-ink/95 px-3 pt-[calc(0.5rem+env(safe-area-inset-top))] frosted sm:px-5 sm:pt-3 ${below ? 'gap-y-1 pb-1' : 'gap-y-2 pb-2'}`}
    >
      <h1 className={`flex-1 text-xl font-extrabold tracking-tight ${search ? 'max-sm:sr-only' : ''}`}>{title}</h1>
      {search && <div className="min-w-0 flex-1 basis-40 sm:max-w-90 sm:basis-90">{search}</div>}
      <PillPlace />
      {action}
      {below}
    </header>
  )
}
