/** A priority queue of upcoming events, earliest first; events at the same time in the order in which they were added. */
export class EventQueue<T> {
  private readonly heap: { at: number; order: number; item: T }[] = []
  private added = 0

  add(at: number, item: T): void {
    const entry = { at, order: this.added++, item }
    let place = this.heap.push(entry) - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (!this.isEarlier(place, parent)) break
      this.exchange(place, parent)
      place = parent
    }
  }

  /** Removes and returns the earliest event that is due by `until`. */
  take(until: number): { at: number; item: T } | undefined {
    const first = this.heap[0]
    if (!first || first.at > until) return undefined
    const last = this.heap.pop()
    if (last && this.heap.length > 0) {
      this.heap[0] = last
      this.sink()
    }
    return first
  }

  private sink(): void {
    for (let place = 0; ;) {
      let least = place
      for (const child of [place * 2 + 1, place * 2 + 2]) {
        if (child < this.heap.length && this.isEarlier(child, least)) least = child
      }
      if (least === place) return
      this.exchange(place, least)
      place = least
    }
  }

  private isEarlier(one: number, other: number): boolean {
    const a = this.heap[one]
    const b = this.heap[other]
    if (!a || !b) return false
    return a.at < b.at || (a.at === b.at && a.order < b.order)
  }

  private exchange(one: number, other: number): void {
    const held = this.heap[one]
    const taken = this.heap[other]
    if (!held || !taken) return
    this.heap[one] = taken
    this.heap[other] = held
  }
}
