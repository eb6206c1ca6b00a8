// A second press of a button before the page has drawn the first: on a slow phone it comes through.
import { useRef } from 'react'

type Mutate<Variables> = (variables: Variables, options: { onSettled: () => void }) => void

/** Sends what a form holds, and nothing more until that has been answered. */
export function useOnce<Variables>(mutate: Mutate<Variables>): (variables: Variables) => void {
  const isUnderWay = useRef(false)
  return (variables) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    mutate(variables, { onSettled: () => (isUnderWay.current = false) })
  }
}
