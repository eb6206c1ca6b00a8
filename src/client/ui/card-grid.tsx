// Cards in one, two or three columns. A long list comes in by and by; a very long one keeps only what is near the eye.
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'

const VirtualGrid = lazy(async () => ({ default: (await import('./virtual-grid.tsx')).VirtualGrid }))

/** From more cards than this on, those far from the window are not in the page. */
const virtualAbove = 50

export type Pace = { first: number; step: number; delay: number }
type Props<Item> = {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  render: (item: Item) => ReactNode
  /** How many at first, and how many more at a time. */
  pace: Pace
  /** The first six rise into place. */
  isEntrance: boolean
  /** A card's usual height in px. */
  height: number
}

const columns = 'grid list-none grid-cols-1 gap-2.5 sm:grid-cols-2 xl:grid-cols-3'
const risingCards = 6
const riseStagger = 60

export function CardGrid<Item>(props: Props<Item>) {
  const { items, label } = props
  if (items.length <= virtualAbove) return <PlainGrid {...props} />
  return (
    <Suspense fallback={<PlainGrid {...props} items={items.slice(0, virtualAbove)} />}>
      <VirtualGrid
        label={label}
        count={items.length}
        height={props.height}
        keyAt={(index) => {
          const item = items[index]
          return item === undefined ? '' : props.keyOf(item)
        }}
        renderAt={(index) => {
          const item = items[index]
          return item === undefined ? null : props.render(item)
        }}
      />
    </Suspense>
  )
}

function PlainGrid<Item>({ label, items, keyOf, render, pace, isEntrance }: Props<Item>) {
  const count = useGrowing(items.length, pace)
  const [rising] = useState(() => (isEntrance ? items.slice(0, risingCards).map(keyOf) : []))
  return (
    <ul aria-label={label} className={columns}>
      {items.slice(0, count).map((item) => {
        const place = rising.indexOf(keyOf(item))
        return (
          <li
            key={keyOf(item)}
            className={place < 0 ? undefined : 'animate-rise'}
            style={place < 0 ? undefined : { animationDelay: `${place * riseStagger}ms` }}
          >
            {render(item)}
          </li>
        )
      })}
    </ul>
  )
}

/** Grows from the first few to `total`, a step at a time. */
function useGrowing(total: number, { first, step, delay }: Pace): number {
  const [count, setCount] = useState(first)
  const isWhole = count >= total
  useEffect(() => {
    if (isWhole) return
    const timer = setInterval(() => setCount((shown) => shown + step), delay)
    return () => clearInterval(timer)
  }, [isWhole, step, delay])
  return Math.min(count, total)
}
