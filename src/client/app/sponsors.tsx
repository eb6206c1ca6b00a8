// The sponsors at the foot of the sidebar and of the menu.
import { useQuery } from '@tanstack/react-query'
import { useLive } from '#client/live/context.tsx'
import { SponsorWall } from '#client/ui/sponsor-wall.tsx'

export function Sponsors({ onLeave }: { onLeave?: () => void }) {
  const { data, isError } = useQuery(useLive().queries.site)
  return (
    <SponsorWall
      sponsors={isError ? [] : data?.sponsors}
      className="grid-cols-2 px-3 py-3"
      {...(onLeave && { onLeave })}
    />
  )
}
