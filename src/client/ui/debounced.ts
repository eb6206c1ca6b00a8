// A value that follows what is typed once the typing pauses.
import { useEffect, useState } from 'react'

/** Search boxes wait this long after the last key, in ms (core specification section 9). */
const searchDebounce = 300

/** The value once it has stayed the same for 300 ms; nothing to search for takes effect at once. */
export function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : searchDebounce)
    return () => clearTimeout(timer)
  }, [value])
  return value === '' ? '' : settled
}
