/** A reproducible stream of random numbers: the same keys give the same stream. */
export interface Random {
  /** The next number, from 0 up to but not including 1. */
  next(): number
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number
  /** A number of the normal distribution with mean 0 and standard deviation 1. */
  normal(): number
  /** True with the given probability (0 to 1). */
  chance(probability: number): boolean
  /** One element of a list that is not empty. */
  pick<T>(list: readonly T[]): T
  /** A new list with the same elements in random order. */
  shuffle<T>(list: readonly T[]): T[]
}

/** A 32-bit seed: FNV-1a over the keys, followed by two rounds of mixing. */
function hashOf(keys: readonly (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const key of keys) {
    const text = `${key}|`
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/**
 * Random numbers that depend only on the keys, so that no match affects the numbers of another. The generator is mulberry32.
 */
export function randomFrom(...keys: readonly (string | number)[]): Random {
  let state = hashOf(keys)
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    int,
    // Box and Muller.
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    chance: (probability) => next() < probability,
    pick: <T>(list: readonly T[]): T => {
      if (list.length === 0) throw new Error('pick needs a list that is not empty')
      return list[int(0, list.length - 1)] as T
    },
    shuffle: <T>(list: readonly T[]): T[] => {
      const mixed = [...list]
      for (let i = mixed.length - 1; i > 0; i--) {
        const other = int(0, i)
        const held = mixed[i] as T
        mixed[i] = mixed[other] as T
        mixed[other] = held
      }
      return mixed
    },
  }
}
