// Prevents a double submit by a second tap before the button is rendered as disabled, as on a slow phone.
import { useRef } from 'react'

type Mutate<Variables> = (variables: Variables, options: { onSettled: () => void }) => void

/** Wraps a mutation so that calls are ignored until the previous one has settled. */
export function useOnce<Variables>(mutate: Mutate<Variables>): (variables: Variables) => void {
  const isPending = useRef(false)
  return (variables) => {
    if (isPending.current) return
    isPending.current = true
    mutate(variables, { onSettled: () => (isPending.current = false) })
  }
}
