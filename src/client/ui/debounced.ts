// A debounced value for search fields.
import { useEffect, useState } from 'react'

/** The debounce delay of search fields, in ms (core specification section 9). */
const searchDebounce = 300

/** The value after it has been unchanged for 300 ms; an empty value takes effect at once. */
export function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : searchDebounce)
    return () => clearTimeout(timer)
  }, [value])
  return value === '' ? '' : settled
}
