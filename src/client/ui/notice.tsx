// A notice across the page about its data: incomplete, offline, paused.
import type { ReactNode } from 'react'

export function Notice({
  tone,
  icon,
  children,
  action,
}: {
  tone: 'plain' | 'late'
  icon?: ReactNode
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div
      role="status"
      className={`flex items-center gap-2 text-sm ${tone === 'late' ? 'min-h-11 rounded-md border border-late px-3 py-1 text-late' : '-my-1.5 text-muted'}`}
    >
      {icon}
      <span className="min-w-0 flex-1">{children}</span>
      {action}
    </div>
  )
}
