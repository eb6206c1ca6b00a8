// The number of columns of a card grid: one on phones, two on tablets, three on desktops.
import { useSyncExternalStore } from 'react'

const twoColumns = window.matchMedia('(min-width: 40rem)')
const threeColumns = window.matchMedia('(min-width: 80rem)')
const queries = [twoColumns, threeColumns]

/** The number of columns; the component renders again when it changes. */
export function useColumns(): number {
  return useSyncExternalStore(
    (listener) => {
      for (const query of queries) query.addEventListener('change', listener)
      return () => {
        for (const query of queries) query.removeEventListener('change', listener)
      }
    },
    () => (threeColumns.matches ? 3 : twoColumns.matches ? 2 : 1),
  )
}
