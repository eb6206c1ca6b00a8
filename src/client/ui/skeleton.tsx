// Placeholders of loading content, in its exact size, so that the layout does not shift.

/** The classes of a placeholder. */
export const skeletonLook = 'animate-shimmer rounded-sm bg-raised'

/**
 * A match card's skeleton, with two lines of facts and the viewer's own time, as most upcoming matches have. `hasTags`: with the
 * line for the tags.
 */
export function MatchCardSkeleton({ hasTags = false }: { hasTags?: boolean }) {
  return (
    <div aria-hidden className="card @container py-2.5 pr-3 pl-4.5">
      <span className="absolute inset-y-0 left-0 w-1.5 bg-raised" />
      <div className="flex h-11 flex-col gap-1.5 pt-0.5">
        <span className={`${skeletonLook} h-5 w-3/5`} />
        <span className={`${skeletonLook} h-4 w-4/5`} />
      </div>
      <div className="mt-2 flex h-16 items-center gap-2">
        <span className={`${skeletonLook} h-12 w-12`} />
        <span className={`${skeletonLook} h-13 w-28`} />
        <span className={`${skeletonLook} ml-auto h-6 w-20`} />
      </div>
      {hasTags && <span className={`${skeletonLook} mt-1 block h-5 w-2/5`} />}
      <div className="mt-1.5 flex h-9 flex-col gap-1">
        <span className={`${skeletonLook} h-4 w-full`} />
        <span className={`${skeletonLook} h-4 w-3/5`} />
      </div>
      <div className="flex h-7.5 items-end @max-[18rem]:h-15.5">
        <span className={`${skeletonLook} h-4 w-1/4`} />
        <span className={`${skeletonLook} ml-auto h-4 w-1/2`} />
      </div>
    </div>
  )
}
