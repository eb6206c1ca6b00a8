// Nothing could be loaded, not even who is signed in: the session stays, the page asks to try again.
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { Unplugged } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'

export function Offline() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        drawing={<Unplugged />}
        title={navigator.onLine ? t('connection.errorTitle') : t('connection.offline')}
        text={t('connection.offlineText')}
        action={<Button onClick={() => location.reload()}>{t('connection.tryAgain')}</Button>}
      />
    </main>
  )
}
