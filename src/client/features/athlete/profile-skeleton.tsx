// The skeleton of a profile.
import { t } from '#client/texts/t.ts'
import { MatchCardSkeleton, skeletonLook } from '#client/ui/skeleton.tsx'

export function ProfileSkeleton() {
  return (
    <div
      role="status"
      aria-label={t('profile.loading')}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 px-3 pb-4 sm:px-5 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)] lg:items-start xl:grid-cols-[minmax(0,27rem)_minmax(0,1fr)]"
    >
      <div aria-hidden className="card flex h-40 flex-col gap-2 px-4 pt-4 pb-6">
        <span className={`${skeletonLook} h-8 w-4/5`} />
        <span className={`${skeletonLook} h-5 w-1/2`} />
        <span className={`${skeletonLook} mt-auto h-12 w-full`} />
        <span className="absolute inset-x-0 bottom-0 h-2 bg-raised" />
      </div>
      <div className="flex flex-col gap-2">
        <span aria-hidden className={`${skeletonLook} h-5.5 w-3/5`} />
        <MatchCardSkeleton />
      </div>
    </div>
  )
}
