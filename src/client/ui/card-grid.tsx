// Cards in one, two or three columns, with compact rows and headings among them. Long lists are rendered in batches, and very
// long ones are virtualised.
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { lazyPart } from './lazy-part.ts'
import type { VirtualProps } from './virtual-grid.tsx'

const VirtualGrid = lazyPart(async () => (await import('./virtual-grid.tsx')).VirtualGrid, WholeGrid)

/** Lists with more items than this are virtualised. */
const virtualAbove = 50

/** The number of items rendered at first and in each later batch, and the time between two batches, in ms. */
export type Batches = { first: number; next: number; delay: number }
/** A dense card is as high as a row with three lines. A heading spans all columns and does not count in a batch. */
export type Look = 'card' | 'dense' | 'row' | 'heading'
type Props<Item> = {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  render: (item: Item) => ReactNode
  batches: Batches
  /** Whether the first six items, not counting headings, are animated in. */
  isEntrance: boolean
  /** The estimated height of a card, in px. */
  height: number
  /** By default every item is a card. */
  lookOf?: (item: Item) => Look
  /** Shown below the items when all of them are rendered, so that none pushes it down. */
  after?: ReactNode
}

const columns = 'grid list-none grid-cols-1 gap-2.5 sm:grid-cols-2 xl:grid-cols-3'
const risingCards = 6
/** The delay between the animations of two cards, in ms. */
const riseStagger = 60
/** The classes of an item: cards side by side are equally high, and compact rows are closer to each other. */
const looks: Record<Look, string> = {
  card: '',
  dense: 'self-start -mb-1.5',
  row: 'self-start -mb-1.5',
  heading: 'col-span-full',
}

const isCard = (): Look => 'card'

export function CardGrid<Item>({ lookOf = isCard, after = null, ...props }: Props<Item>) {
  const { items, label, height, keyOf, render } = props
  if (items.length <= virtualAbove) return <PlainGrid {...props} lookOf={lookOf} after={after} />
  const itemAt = (index: number): Item => items[index] as Item
  return (
    <Suspense fallback={<PlainGrid {...props} lookOf={lookOf} after={null} items={items.slice(0, virtualAbove)} />}>
      <VirtualGrid
        label={label}
        count={items.length}
        height={height}
        keyAt={(index) => keyOf(itemAt(index))}
        renderAt={(index) => render(itemAt(index))}
        lookAt={(index) => lookOf(itemAt(index))}
      />
      {after}
    </Suspense>
  )
}

/** All items, if the virtual grid cannot be loaded. */
function WholeGrid({ label, count, height, keyAt, renderAt, lookAt }: VirtualProps) {
  return (
    <PlainGrid
      label={label}
      items={Array.from({ length: count }, (_, index) => index)}
      keyOf={keyAt}
      render={renderAt}
      lookOf={lookAt}
      batches={{ first: virtualAbove, next: virtualAbove, delay: 100 }}
      isEntrance={false}
      height={height}
      after={null}
    />
  )
}

function PlainGrid<Item>({ label, items, keyOf, render, batches, isEntrance, lookOf, after }: Required<Props<Item>>) {
  const counted = items.filter((item) => lookOf(item) !== 'heading')
  const count = useGrowing(counted.length, batches)
  const [rising] = useState(() => (isEntrance ? counted.slice(0, risingCards).map(keyOf) : []))
  const end = count < counted.length ? items.indexOf(counted[count - 1] as Item) + 1 : items.length
  return (
    <>
      <ul aria-label={label} className={columns}>
        {items.slice(0, end).map((item) => {
          const place = rising.indexOf(keyOf(item))
          return (
            <li
              key={keyOf(item)}
              className={`${looks[lookOf(item)]} ${place < 0 ? '' : 'animate-rise'}`}
              style={place < 0 ? undefined : { animationDelay: `${place * riseStagger}ms` }}
            >
              {render(item)}
            </li>
          )
        })}
      </ul>
      {end === items.length && after}
    </>
  )
}

/** A count that grows in batches up to `total`. */
function useGrowing(total: number, { first, next, delay }: Batches): number {
  const [count, setCount] = useState(first)
  const isComplete = count >= total
  useEffect(() => {
    if (isComplete) return
    const timer = setInterval(() => setCount((shown) => shown + next), delay)
    return () => clearInterval(timer)
  }, [isComplete, next, delay])
  return Math.min(count, total)
}
