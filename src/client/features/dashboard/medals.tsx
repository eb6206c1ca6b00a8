// Podium places as icons with tooltips, which also open on a tap.
import { Medal } from 'lucide-react'
import { Tooltip } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { type MedalWord, medalWord } from '#client/texts/medal-words.ts'

/** The hover delay of a tooltip, and the time after one closes during which the next opens at once; in ms (decision D14). */
const tooltipDelays = { first: 700, next: 300 } as const

/** Wraps all medals of a screen, which then share the tooltip delay. */
export function MedalTooltips({ children }: { children: ReactNode }) {
  return (
    <Tooltip.Provider delayDuration={tooltipDelays.first} skipDelayDuration={tooltipDelays.next}>
      {children}
    </Tooltip.Provider>
  )
}

/** An athlete's medals with their categories. */
export function Medals({ placements }: { placements: readonly { category: string; place: number }[] }) {
  const medals = placements.map(medalWord).filter((medal) => medal !== null)
  if (medals.length === 0) return null
  return (
    <ul className="-my-2 -mr-2 flex shrink-0 list-none">
      {medals.map((medal) => (
        <li key={medal.text}>
          <MedalIcon medal={medal} />
        </li>
      ))}
    </ul>
  )
}

function MedalIcon({ medal }: { medal: MedalWord }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Tooltip.Root open={isOpen} onOpenChange={setIsOpen}>
      <Tooltip.Trigger
        type="button"
        aria-label={medal.text}
        className="inline-flex size-11 items-center justify-center rounded-md"
        style={{ color: `var(--${medal.place})` }}
        onClick={(event) => {
          event.preventDefault()
          setIsOpen(true)
        }}
      >
        <Medal aria-hidden className="size-6" />
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-w-72 animate-fade rounded-md border border-line bg-raised px-3 py-2 text-sm"
        >
          {medal.text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
