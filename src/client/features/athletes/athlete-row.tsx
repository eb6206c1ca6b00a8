// An athlete in a list: name, team, division, belt and button.
import { dotted } from '#client/texts/dotted.ts'
import type { ReactNode } from 'react'
import type { AthleteHit, FollowedAthlete } from '#contract/athletes.ts'
import { beltOf } from '#domain/belt.ts'
import { beltText } from '#client/texts/belt-words.ts'
import { sourceText, t } from '#client/texts/t.ts'
import { teamText } from '#client/texts/team-words.ts'
import { BeltStripe } from '#client/ui/belt-stripe.tsx'
import { Button } from '#client/ui/button.tsx'

export function HitRow({ hit, onFollow }: { hit: AthleteHit; onFollow: () => void }) {
  return (
    <Row athlete={{ ...hit, via: null }}>
      <Button aria-label={t('athletes.followOf', { name: hit.name })} onClick={onFollow}>
        {t('athletes.follow')}
      </Button>
    </Row>
  )
}

export function FollowedRow({ athlete, onUnfollow }: { athlete: FollowedAthlete; onUnfollow: () => void }) {
  return (
    <Row athlete={athlete}>
      <Button look="outline" aria-label={t('athletes.unfollowOf', { name: athlete.name })} onClick={onUnfollow}>
        {t('athletes.unfollow')}
      </Button>
    </Row>
  )
}

type Shown = Pick<FollowedAthlete, 'name' | 'team' | 'division' | 'belt' | 'via'>

function Row({ athlete, children }: { athlete: Shown; children: ReactNode }) {
  return (
    <div className="card flex min-h-16 flex-wrap items-center justify-end gap-x-3 gap-y-1 py-2 pr-2.5 pl-4.5">
      <BeltStripe belt={beltOf(athlete)} />
      <div className="min-w-0 flex-1 basis-36">
        <p className="text-base leading-tight font-semibold">{athlete.name}</p>
        <p className="text-sm text-muted">
          {dotted([
            teamText(athlete),
            athlete.division === null ? beltText(beltOf(athlete)) : sourceText(athlete.division),
          ])}
        </p>
      </div>
      {children}
    </div>
  )
}
