// The skeleton of a team's page.
import type { ReactNode } from 'react'
import { t } from '#client/texts/t.ts'
import { skeletonLook } from '#client/ui/skeleton.tsx'

/** `bar`: the back button, which does not depend on data. */
export function TeamSkeleton({ bar }: { bar: ReactNode }) {
  return (
    <div role="status" aria-label={t('app.loading')} className="flex flex-col gap-3 px-3 pb-4 sm:px-5">
      <div className="pt-[calc(0.5rem+env(safe-area-inset-top))]">{bar}</div>
      <div aria-hidden className="flex flex-col gap-2">
        <span className={`${skeletonLook} h-7 w-3/5`} />
        <span className={`${skeletonLook} h-5 w-4/5`} />
        <span className={`${skeletonLook} h-11 w-28`} />
      </div>
      <div aria-hidden className="grid gap-2.5 pt-14 sm:grid-cols-2 xl:grid-cols-3">
        {Array.from({ length: 12 }, (_, row) => (
          <span key={row} className={`${skeletonLook} h-18 rounded-card`} />
        ))}
      </div>
    </div>
  )
}
