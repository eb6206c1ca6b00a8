// The belt as a stripe along a card's edge: one or two colours; black has the red bar of the real belt (decision D1).
import { type Belt as Colour, beltColours } from '#domain/belt.ts'
import { beltText } from '#client/texts/belt-words.ts'

const colourOf: Record<Colour, string> = {
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

/** The colours along the belt, and the percentage at which each starts. */
function segments(belt: string | null): { colour: string; from: number }[] {
  const [first, second] = beltColours(belt)
  if (first === undefined) return [{ colour: 'var(--belt-unknown)', from: 0 }]
  const whole = { colour: colourOf[first], from: 0 }
  if (second !== undefined) return [whole, { colour: colourOf[second], from: 50 }]
  if (first !== 'BLACK') return [whole]
  return [whole, { colour: 'var(--belt-bar)', from: 62 }, { ...whole, from: 84 }]
}

/** The belt as an SVG, because the Content-Security-Policy of server-rendered pages forbids inline styles. */
function Belt({ belt, along }: { belt: string | null; along: 'y' | 'x' }) {
  return (
    <svg
      aria-hidden
      preserveAspectRatio="none"
      viewBox={along === 'y' ? '0 0 1 100' : '0 0 100 1'}
      className="absolute size-full"
    >
      {segments(belt).map(({ colour, from }) => (
        <rect key={from} {...{ [along]: from }} width="100" height="100" fill={colour} />
      ))}
    </svg>
  )
}

/** At the left edge of a `card`, six pixels wide, with a text for screen readers. */
export function BeltStripe({ belt }: { belt: string | null }) {
  return (
    <span className="absolute inset-y-0 left-0 w-1.5 border-r border-line/60">
      <Belt belt={belt} along="y" />
      <span className="sr-only">{beltText(belt)}</span>
    </span>
  )
}

/** At the lower edge of a `card`, eight pixels high; the card itself has the belt's text. */
export function BeltEdge({ belt }: { belt: string | null }) {
  return (
    <span aria-hidden className="absolute inset-x-0 bottom-0 h-2 border-t border-line/60">
      <Belt belt={belt} along="x" />
    </span>
  )
}
