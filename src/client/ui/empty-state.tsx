// The empty state of a screen: a drawing, a sentence, one button.
import type { ReactNode } from 'react'

export function EmptyState({
  drawing,
  title,
  text,
  action,
}: {
  drawing: ReactNode
  title: string
  text?: string
  action?: ReactNode
}) {
  return (
    <div className="flex flex-col items-center px-6 py-10 text-center">
      {drawing}
      <h2 className="mt-5 text-xl font-bold">{title}</h2>
      {text !== undefined && <p className="mt-1 max-w-80 text-base text-muted">{text}</p>}
      {action && <div className="mt-5 *:min-w-34">{action}</div>}
    </div>
  )
}
