// Animates elements from their places before an update of the page to those after it (FLIP). Only smooth-order.tsx imports it.

/** Duration of a move, in ms. */
const duration = 200
/** The elements that move as a whole: the items of lists, and the elements between the lists of a section. */
const movable = 'li, [role=listitem], section > :not(ul)'

export class Moves {
  #before: (readonly [element: Element, place: DOMRect])[] = []
  #running: Animation[] = []

  /**
   * Records the places of the movable elements in `content` before the update, including the offsets of moves in progress. Records
   * none without `content`, or if the user prefers reduced motion.
   */
  begin(content: Element | null): void {
    const isAnimated = content && !matchMedia('(prefers-reduced-motion: reduce)').matches
    const elements = isAnimated ? [...content.querySelectorAll(movable)] : []
    this.#before = elements
      .filter((element) => !element.parentElement?.closest(movable))
      .map((element) => [element, element.getBoundingClientRect()])
  }

  /** Starts the moves after the update. */
  end(): void {
    for (const move of this.#running) move.cancel()
    this.#running = this.#before.flatMap(([element, from]) => {
      const to = element.getBoundingClientRect()
      const [x, y] = [from.left - to.left, from.top - to.top]
      const isSeen = Math.max(from.bottom, to.bottom) > 0 && Math.min(from.top, to.top) < innerHeight
      if (!element.isConnected || !isSeen || (x === 0 && y === 0)) return []
      const transform = [`translate(${x}px, ${y}px)`, 'none']
      return element.animate({ transform }, { id: 'move', duration, easing: 'ease-out' })
    })
  }
}
