// A value that follows what is typed once the typing pauses.
import { useEffect, useState } from 'react'

/** The value once it has stayed the same for `wait` ms; nothing to search for takes effect at once. */
export function useDebounced(value: string, wait: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : wait)
    return () => clearTimeout(timer)
  }, [value, wait])
  return value === '' ? '' : settled
}
