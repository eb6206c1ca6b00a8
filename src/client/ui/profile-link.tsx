// The link to an athlete's profile on cards.
import { Link } from 'wouter'
import { t } from '#client/texts/t.ts'
import { buttonLook } from './button.tsx'

export function ProfileLink({ athleteId, name }: { athleteId: number; name: string }) {
  return (
    <Link
      href={`/athlete-profile/${athleteId}`}
      aria-label={t('match.profileOf', { name })}
      className={buttonLook('quiet')}
    >
      {t('match.profile')}
    </Link>
  )
}
