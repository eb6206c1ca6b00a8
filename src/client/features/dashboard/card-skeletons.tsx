// Skeleton cards of the tabs that are loaded on demand.
import { skeletonLook } from '#client/ui/skeleton.tsx'

/** An athlete's skeleton card, whose height is between that of a card with an upcoming match and that of one without. */
export function AthleteCardSkeleton() {
  return (
    <div aria-hidden className="card flex h-50 flex-col gap-2 py-3 pr-3 pl-4.5">
      <span className="absolute inset-y-0 left-0 w-1.5 bg-raised" />
      <span className={`${skeletonLook} h-5.5 w-3/5`} />
      <span className={`${skeletonLook} h-4 w-2/5`} />
      <span className={`${skeletonLook} h-6 w-4/5`} />
      <span className={`${skeletonLook} h-4 w-2/5`} />
      <span className={`${skeletonLook} h-4 w-full`} />
      <span className={`${skeletonLook} mt-auto ml-auto h-4 w-1/2`} />
    </div>
  )
}

/** A tournament's skeleton card. */
export function TournamentCardSkeleton() {
  return (
    <div aria-hidden className="card flex h-54 flex-col gap-2 p-3">
      <div className="flex gap-3">
        <span className={`${skeletonLook} size-14`} />
        <div className="flex flex-1 flex-col gap-2">
          <span className={`${skeletonLook} h-5.5 w-4/5`} />
          <span className={`${skeletonLook} h-4 w-3/5`} />
        </div>
      </div>
      <span className={`${skeletonLook} h-4 w-2/5`} />
      <span className={`${skeletonLook} mt-auto h-11 w-full`} />
      <span className={`${skeletonLook} h-4 w-full`} />
    </div>
  )
}
