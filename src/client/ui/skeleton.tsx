// Boxes of what comes, in its exact size, so that nothing jumps.

const bone = 'animate-shimmer rounded-sm bg-raised'

/** A match card that is not there yet. */
export function MatchCardSkeleton() {
  return (
    <div aria-hidden className="card flex h-46 flex-col py-2.5 pr-3 pl-4.5">
      <span className="absolute inset-y-0 left-0 w-1.5 bg-raised" />
      <span className={`${bone} h-5.5 w-3/5`} />
      <span className={`${bone} mt-1 h-4 w-4/5`} />
      <div className="mt-3 flex items-center gap-3">
        <span className={`${bone} h-12 w-12`} />
        <span className={`${bone} h-11 w-28`} />
        <span className={`${bone} ml-auto h-6 w-20`} />
      </div>
      <span className={`${bone} mt-3 h-4 w-full`} />
      <span className={`${bone} mt-auto h-5 w-2/5`} />
    </div>
  )
}

/** An athlete's card that is not there yet. */
export function AthleteCardSkeleton() {
  return (
    <div aria-hidden className="card flex h-45 flex-col gap-2 py-3 pr-3 pl-4.5">
      <span className="absolute inset-y-0 left-0 w-1.5 bg-raised" />
      <span className={`${bone} h-5.5 w-3/5`} />
      <span className={`${bone} h-4 w-4/5`} />
      <span className={`${bone} h-4 w-2/5`} />
      <span className={`${bone} mt-auto h-9 w-full`} />
    </div>
  )
}

/** A tournament's card that is not there yet. */
export function TournamentCardSkeleton() {
  return (
    <div aria-hidden className="card flex h-47 flex-col gap-2 p-3">
      <div className="flex gap-3">
        <span className={`${bone} size-14`} />
        <div className="flex flex-1 flex-col gap-2">
          <span className={`${bone} h-5.5 w-4/5`} />
          <span className={`${bone} h-4 w-3/5`} />
        </div>
      </div>
      <span className={`${bone} h-4 w-2/5`} />
      <span className={`${bone} mt-auto h-11 w-full`} />
    </div>
  )
}
