// Tabs of one screen. Radix moves the focus with the arrow keys; the address contains the tab, so that links, reloads and
// going back show the same one.
import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'

export type Tab<Id extends string> = { id: Id; text: string }

/** The tab in the address, else the first one, and its setter. */
export function useAddressTab<Id extends string>(ids: readonly [Id, ...Id[]]): [Id, (id: Id) => void] {
  const requested = new URLSearchParams(useSearch()).get('tab')
  const [path, navigate] = useLocation()
  const [first] = ids
  const show = (id: Id): void => navigate(id === first ? path : `${path}?tab=${id}`, { replace: true })
  return [ids.find((id) => id === requested) ?? first, show]
}

type Props<Id extends string> = {
  label: string
  tabs: readonly Tab<Id>[]
  shown: Id
  onShow: (id: Id) => void
  /** The content of the current tab. */
  children: ReactNode
}

/** The tab strip is sticky; on a narrow screen it scrolls sideways. */
export function Tabs<Id extends string>({ label, tabs, shown, onShow, children }: Props<Id>) {
  const strip = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const tab = strip.current?.querySelector('[data-state=active]')
    if (!(tab instanceof HTMLElement) || !strip.current) return
    strip.current.scrollLeft = tab.offsetLeft - (strip.current.clientWidth - tab.offsetWidth) / 2
  }, [shown])
  return (
    <Radix.Root
      value={shown}
      onValueChange={(value) => {
        const tab = tabs.find(({ id }) => id === value)
        if (tab) onShow(tab.id)
      }}
    >
      <Radix.List
        ref={strip}
        aria-label={label}
        className="sticky top-0 z-20 flex overflow-x-auto border-b border-line bg-ink px-1 [scrollbar-width:none] sm:px-3"
      >
        {tabs.map(({ id, text }) => (
          <Radix.Trigger
            key={id}
            value={id}
            className="min-h-11 shrink-0 border-b-3 border-transparent px-3 text-base font-semibold text-muted transition-colors hover:text-text focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-text"
          >
            {text}
          </Radix.Trigger>
        ))}
      </Radix.List>
      <Radix.Content value={shown} className="px-3 pt-4 sm:px-5">
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}
