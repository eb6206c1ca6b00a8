// One figure on a card: its label, value, note and trend.
import type { ReactNode } from 'react'
import { skeletonLook } from './skeleton.tsx'
import { Sparkline } from './sparkline.tsx'

type Props = {
  label: string
  value: string
  note?: string
  /** An icon or a dot before the label. */
  mark?: ReactNode
  /** Its latest values, oldest first; empty while unknown, with their space reserved. */
  trend?: readonly number[] | undefined
}

export function Figure({ label, value, note, mark, trend }: Props) {
  return (
    <div className="card flex h-full flex-col gap-1 p-3">
      <dt className="flex items-center gap-1.5 text-sm tracking-tight font-semibold text-muted">
        {mark}
        {label}
      </dt>
      <dd className="flex flex-1 flex-col">
        <span className="block text-2xl font-extrabold">{value}</span>
        {note !== undefined && <span className="block min-h-4.5 text-sm text-muted">{note}</span>}
        {trend && <Sparkline values={trend} className="mt-auto pt-1" />}
      </dd>
    </div>
  )
}

/** A figure's skeleton, with space for a note and a trend if it will have them. */
export function FigureSkeleton({ hasNote = false, hasTrend = false }: { hasNote?: boolean; hasTrend?: boolean }) {
  return (
    <div aria-hidden className="card flex flex-col gap-1 p-3">
      <span className={`${skeletonLook} h-4.5 w-3/5`} />
      <span className={`${skeletonLook} h-8 w-16`} />
      {hasNote && <span className={`${skeletonLook} h-4 w-2/5`} />}
      {hasTrend && <span className="h-6" />}
    </div>
  )
}
