// Cards in one to three columns. The server renders the first ones; the script adds the rest in batches. Cards far from
// the viewport cost no layout; those of the first screen have their real heights from the start.
import { type ReactNode, startTransition, useEffect, useState } from 'react'

/** Number of server-rendered cards. */
const renderedAtFirst = 40
/** The number of cards added per step, and the time between two steps, in ms. */
const steps = { size: 20, delay: 100 }

type Props<Item> = {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  render: (item: Item) => ReactNode
}

export function CardList<Item>({ label, items, keyOf, render }: Props<Item>) {
  const [count, setCount] = useState(renderedAtFirst)
  const isComplete = count >= items.length
  useEffect(() => {
    if (isComplete) return
    const timer = setInterval(() => startTransition(() => setCount((shown) => shown + steps.size)), steps.delay)
    return () => clearInterval(timer)
  }, [isComplete])
  return (
    <ul aria-label={label} className="grid list-none grid-cols-1 gap-2.5 sm:grid-cols-2 xl:grid-cols-3">
      {/* The padding leaves space for a card's highlight, which `content-visibility` would otherwise clip. */}
      {items.slice(0, count).map((item) => (
        <li
          key={keyOf(item)}
          className="-m-2 p-2 nth-[n+13]:[contain-intrinsic-block-size:auto_13rem] nth-[n+13]:[content-visibility:auto]"
        >
          {render(item)}
        </li>
      ))}
    </ul>
  )
}
