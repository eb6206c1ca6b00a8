// One figure on a card: what it counts, the number, what is behind it, and how it went lately.
import type { LucideIcon } from 'lucide-react'
import { Sparkline } from './sparkline.tsx'

type Props = {
  label: string
  value: string
  note?: string
  icon?: LucideIcon
  /** Its last values, oldest first. */
  trend?: readonly number[] | undefined
}

export function Figure({ label, value, note, icon: Icon, trend }: Props) {
  return (
    <div className="card flex h-full flex-col gap-1 p-3">
      <dt className="flex items-center gap-2 text-sm font-semibold text-muted">
        {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
        {label}
      </dt>
      <dd className="flex flex-1 flex-wrap items-end justify-between gap-x-3">
        <span>
          <span className="block text-2xl font-extrabold">{value}</span>
          {note !== undefined && <span className="block min-h-4.5 text-sm text-muted">{note}</span>}
        </span>
        {trend && <Sparkline values={trend} />}
      </dd>
    </div>
  )
}

/** A figure that is not there yet. */
export function FigureSkeleton() {
  return (
    <div aria-hidden className="card flex flex-col gap-1 p-3">
      <span className="h-4.5 w-3/5 animate-shimmer rounded-sm bg-raised" />
      <span className="h-8 w-16 animate-shimmer rounded-sm bg-raised" />
      <span className="h-4.5 w-2/5 animate-shimmer rounded-sm bg-raised" />
    </div>
  )
}
