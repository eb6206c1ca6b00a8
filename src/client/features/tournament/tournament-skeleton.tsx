// The boxes of the page before its data are there.
import { t } from '#client/texts/t.ts'

const bone = 'animate-shimmer rounded-sm bg-raised'

export function TournamentSkeleton() {
  return (
    <div role="status" aria-label={t('app.loading')} className="flex flex-col gap-4 px-3 pt-15 sm:px-5">
      <div aria-hidden className="flex gap-3">
        <span className={`${bone} size-14`} />
        <div className="flex flex-1 flex-col gap-2">
          <span className={`${bone} h-6 w-4/5`} />
          <span className={`${bone} h-5 w-3/5`} />
        </div>
      </div>
      <Columns />
    </div>
  )
}

export function BoardsSkeleton() {
  return (
    <div role="status" aria-label={t('app.loading')} className="px-3 sm:px-5">
      <Columns />
    </div>
  )
}

function Columns() {
  return (
    <div aria-hidden className="flex gap-3 overflow-hidden">
      {[1, 2, 3, 4].map((column) => (
        <div key={column} className="flex w-[62vw] shrink-0 flex-col gap-2 sm:w-68">
          <span className={`${bone} h-6 w-1/2`} />
          {[1, 2, 3].map((row) => (
            <span key={row} className={`${bone} h-30 rounded-card`} />
          ))}
        </div>
      ))}
    </div>
  )
}
