// The skeleton of a tournament's page.
import type { ReactNode } from 'react'
import { t } from '#client/texts/t.ts'
import { skeletonLook } from '#client/ui/skeleton.tsx'

/** `bar`: the back button, which does not depend on data. */
export function TournamentSkeleton({ bar }: { bar: ReactNode }) {
  return (
    <div className="flex flex-col gap-4 pb-4">
      <header className="flex flex-col gap-2 px-3 pt-[calc(0.5rem+env(safe-area-inset-top))] sm:px-5">
        {bar}
        <div aria-hidden className="flex gap-3">
          <span className={`${skeletonLook} size-14`} />
          <div className="flex flex-1 flex-col gap-2">
            <span className={`${skeletonLook} h-6 w-4/5`} />
            <span className={`${skeletonLook} h-5 w-3/5`} />
          </div>
        </div>
        <span aria-hidden className={`${skeletonLook} h-4 w-1/2`} />
        <div aria-hidden className="flex flex-wrap gap-2">
          <span className={`${skeletonLook} h-11 max-sm:w-full sm:w-68`} />
          <span className={`${skeletonLook} h-11 flex-1 sm:max-w-50`} />
          <span className={`${skeletonLook} h-11 flex-1 sm:max-w-50`} />
        </div>
      </header>
      <div aria-hidden className="flex flex-col gap-2 overflow-hidden px-3 sm:px-5">
        <span className={`${skeletonLook} h-5.5 w-2/5`} />
        <div className="flex gap-2.5 pb-1">
          <span className={`${skeletonLook} h-28 w-62 shrink-0 rounded-card`} />
          <span className={`${skeletonLook} h-28 w-62 shrink-0 rounded-card`} />
        </div>
      </div>
      <BoardsSkeleton />
    </div>
  )
}

export function BoardsSkeleton() {
  return (
    <div role="status" aria-label={t('app.loading')} className="px-3 sm:px-5">
      <div aria-hidden className="flex flex-col gap-2 overflow-hidden">
        <span className={`${skeletonLook} h-5.5 w-20`} />
        <div className="flex gap-1">
          {[1, 2, 3, 4, 5, 6].map((mat) => (
            <span key={mat} className={`${skeletonLook} size-11 shrink-0`} />
          ))}
        </div>
        <div className="flex gap-3 pt-1">
          {[1, 2, 3, 4].map((column) => (
            <div key={column} className="flex w-[62vw] shrink-0 flex-col gap-2 sm:w-68">
              <span className={`${skeletonLook} h-6 w-1/2`} />
              {[1, 2, 3].map((row) => (
                <span key={row} className={`${skeletonLook} h-40 rounded-card`} />
              ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
