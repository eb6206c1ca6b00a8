// A figure's latest values as a small line; decorative, since the figure beside it is text.

const width = 96
const height = 24
const inset = 2

/** Oldest first. A single value is drawn as a flat line. */
export function Sparkline({ values, className = '' }: { values: readonly number[]; className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className={`h-6 w-full text-accent ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <polyline points={sparkPoints(values)} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

/** The points of the line, 'x,y x,y': the least value at the bottom, the greatest at the top, equal values in the middle. */
export function sparkPoints(known: readonly number[]): string {
  const values = known.length === 1 ? [...known, ...known] : known
  const least = Math.min(...values)
  const span = Math.max(...values) - least
  const step = (width - 2 * inset) / Math.max(1, values.length - 1)
  return values
    .map((value, index) => {
      const share = span === 0 ? 0.5 : (value - least) / span
      const y = height - inset - share * (height - 2 * inset)
      return `${(inset + index * step).toFixed(1)},${y.toFixed(1)}`
    })
    .join(' ')
}
