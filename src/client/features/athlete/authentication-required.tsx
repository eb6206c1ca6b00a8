// The profile's screen when nobody is signed in.
import { LogIn } from 'lucide-react'
import { Link } from 'wouter'
import { useLive } from '#client/live/context.tsx'
import { returnPath } from '#client/session/return-path.ts'
import { t } from '#client/texts/t.ts'
import { buttonLook } from '#client/ui/button.tsx'
import { EmptyBelt } from '#client/ui/empty-drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { useTitle } from '#client/ui/title.ts'

export function AuthenticationRequired() {
  const { queryClient } = useLive()
  useTitle(t('profile.signedOutTitle'))
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        drawing={<EmptyBelt />}
        title={t('profile.signedOutTitle')}
        text={t('profile.signedOutText')}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Link href="/auth" replace state={returnPath(queryClient)} className={buttonLook('primary')}>
              <LogIn aria-hidden className="size-4.5" />
              {t('profile.logIn')}
            </Link>
            <Link href="/" className={buttonLook('outline')}>
              {t('profile.goHome')}
            </Link>
          </div>
        }
      />
    </main>
  )
}
