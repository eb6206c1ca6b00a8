// A small line drawing in the line colour.
import type { ReactNode } from 'react'

export function Lines({ children }: { children: ReactNode }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 120 72"
      className="h-18 w-30 text-line"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  )
}
