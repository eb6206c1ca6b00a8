// A warning about users who are affected by a removal.
import { TriangleAlert } from 'lucide-react'

export function Warning({ text }: { text: string }) {
  return (
    <span className="flex items-center gap-1 text-sm font-semibold text-late">
      <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
      {text}
    </span>
  )
}
