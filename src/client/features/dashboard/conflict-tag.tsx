// The mark of a conflict at the upper edge of a match. It takes no space, so that nothing moves when it appears.
import { TriangleAlert } from 'lucide-react'

export type ConflictMark = {
  isSure: boolean
  /** 'also on Mat 5' */
  text: string
  /** The same with the names, for screen readers. */
  label: string
}

export function ConflictTag({ mark: { isSure, text, label } }: { mark: ConflictMark }) {
  return (
    <p
      className={`pointer-events-none absolute -top-2 right-3 z-1 flex h-4 items-center gap-1 rounded-full border px-1.5 text-xs leading-none ${isSure ? 'border-late bg-ink font-bold text-late' : 'border-line bg-ink font-semibold text-muted'}`}
    >
      <TriangleAlert aria-hidden className="size-3" />
      <span aria-hidden>{text}</span>
      <span className="sr-only">{label}</span>
    </p>
  )
}
