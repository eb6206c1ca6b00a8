// Cards in one, two or three columns. Long lists are rendered in steps, very long ones are virtualised.
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'

const VirtualGrid = lazy(async () => ({ default: (await import('./virtual-grid.tsx')).VirtualGrid }))

/** Lists with more cards than this are virtualised. */
const virtualAbove = 50

export type Pace = { first: number; step: number; delay: number }
type Props<Item> = {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  render: (item: Item) => ReactNode
  /** The number of cards rendered at first and per step. */
  pace: Pace
  /** Whether the first six cards are animated in. */
  isEntrance: boolean
  /** The estimated height of a card, in px. */
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

/** A count that grows in steps up to `total`. */
function useGrowing(total: number, { first, step, delay }: Pace): number {
  const [count, setCount] = useState(first)
  const isComplete = count >= total
  useEffect(() => {
    if (isComplete) return
    const timer = setInterval(() => setCount((shown) => shown + step), delay)
    return () => clearInterval(timer)
  }, [isComplete, step, delay])
  return Math.min(count, total)
}
