// A page of text: its head, and cards below it.
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTitle } from './title.ts'

/** The head is sticky; `action` is at its end. */
export function Page({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  useTitle(title)
  return (
    <>
      <header className="sticky top-0 z-20 bg-ink/95 pt-[calc(0.5rem+env(safe-area-inset-top))] pb-2 frosted sm:pt-3">
        <div className="flex min-h-10 max-w-240 flex-wrap items-center gap-x-4 gap-y-1 px-3 sm:px-5">
          <h1 className="flex-1 text-xl font-extrabold tracking-tight">{title}</h1>
          {action}
        </div>
      </header>
      <div className="flex max-w-240 flex-col gap-3 px-3 pb-4 sm:px-5">{children}</div>
    </>
  )
}

/** A section of a page, as a card with a heading. */
export function PageSection({
  title,
  icon: Icon,
  className = '',
  children,
}: {
  title: string
  icon?: LucideIcon
  className?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`card flex flex-col gap-3 p-4 sm:p-5 ${className}`}>
      <h2 id={id} className="flex items-center gap-2.5 text-lg font-bold">
        {Icon && <Icon aria-hidden className="size-5 shrink-0 text-muted" />}
        <span className="min-w-0">{title}</span>
      </h2>
      {children}
    </section>
  )
}

/** An item of a section: an icon, a title and a few sentences. */
export function SectionItem({ icon: Icon, title, text }: { icon: LucideIcon; title: string; text: string }) {
  return (
    <div className="@container">
      <div className="flex gap-3 @max-[14rem]:flex-col @max-[14rem]:gap-1">
        <span aria-hidden className="grid size-9 shrink-0 place-items-center rounded-md bg-raised text-muted">
          <Icon className="size-5" />
        </span>
        <div className="min-w-0">
          <h3 className="text-base font-bold">{title}</h3>
          <p className="mt-0.5 max-w-prose text-base text-muted">{text}</p>
        </div>
      </div>
    </div>
  )
}
