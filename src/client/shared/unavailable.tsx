// A link that no longer exists, or a page that could not be loaded: the server's error text and a way to continue.
import { t } from '#client/texts/t.ts'
import { Brand } from '#client/ui/brand.tsx'
import { Button, buttonLook } from '#client/ui/button.tsx'
import { Unplugged } from '#client/ui/drawings.tsx'

/** `onTryAgain` is null when a retry cannot help. */
export function Unavailable({ error, onTryAgain }: { error: string; onTryAgain: (() => void) | null }) {
  return (
    <main className="grid min-h-dvh place-items-center px-6 text-center">
      <div className="absolute top-3 left-3">
        <Brand />
      </div>
      <div className="flex flex-col items-center" role="alert">
        <Unplugged />
        <h1 className="mt-5 text-xl font-bold">{t('shared.unavailable')}</h1>
        <p className="mt-1 max-w-80 text-base text-balance text-muted">{error}</p>
        <div className="mt-5 flex flex-wrap justify-center gap-2">
          <a href="/" className={buttonLook('primary', 'px-4')}>
            {t('shared.goHome')}
          </a>
          {onTryAgain && (
            <Button look="outline" onClick={onTryAgain}>
              {t('shared.tryAgain')}
            </Button>
          )}
        </div>
      </div>
    </main>
  )
}
