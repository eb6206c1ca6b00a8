/** A priority queue of upcoming events, earliest first; events at the same time in the order in which they were added. */
export class EventQueue<T> {
  private readonly heap: { at: number; order: number; item: T }[] = []
  private added = 0

  add(at: number, item: T): void {
    const entry = { at, order: this.added++, item }
    let index = this.heap.push(entry) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!this.isEarlier(index, parent)) break
      this.exchange(index, parent)
      index = parent
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
    for (let index = 0; ;) {
      let least = index
      for (const child of [index * 2 + 1, index * 2 + 2]) {
        if (child < this.heap.length && this.isEarlier(child, least)) least = child
      }
      if (least === index) return
      this.exchange(index, least)
      index = least
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
