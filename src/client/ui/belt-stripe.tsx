// The belt as a stripe along a card's edge: its colour or two, black with the red bar of the real belt (decision D1).
import { type Belt, beltColours } from '#domain/belt.ts'
import { beltText } from '#client/texts/belt-words.ts'

const colourOf: Record<Belt, string> = {
  WHITE: 'var(--belt-white)',
  GREY: 'var(--belt-grey)',
  YELLOW: 'var(--belt-yellow)',
  ORANGE: 'var(--belt-orange)',
  GREEN: 'var(--belt-green)',
  BLUE: 'var(--belt-blue)',
  PURPLE: 'var(--belt-purple)',
  BROWN: 'var(--belt-brown)',
  BLACK: 'var(--belt-black)',
}

function paint(belt: string | null, along: 'to bottom' | 'to right'): string {
  const [first, second] = beltColours(belt)
  if (first === undefined) return 'var(--belt-unknown)'
  if (second !== undefined) return `linear-gradient(${along}, ${colourOf[first]} 0 50%, ${colourOf[second]} 50% 100%)`
  if (first !== 'BLACK') return colourOf[first]
  return `linear-gradient(${along}, var(--belt-black) 0 62%, var(--belt-bar) 62% 84%, var(--belt-black) 84% 100%)`
}

/** Stands at the left edge of a `card`, six pixels wide, with its word for those who do not see it. */
export function BeltStripe({ belt }: { belt: string | null }) {
  return (
    <span
      className="absolute inset-y-0 left-0 w-1.5 border-r border-line/60"
      style={{ background: paint(belt, 'to bottom') }}
    >
      <span className="sr-only">{beltText(belt)}</span>
    </span>
  )
}

/** Stands at the lower edge of a `card`, eight pixels high. The belt's word stands in the card. */
export function BeltEdge({ belt }: { belt: string | null }) {
  return (
    <span
      aria-hidden
      className="absolute inset-x-0 bottom-0 h-2 border-t border-line/60"
      style={{ background: paint(belt, 'to right') }}
    />
  )
}
