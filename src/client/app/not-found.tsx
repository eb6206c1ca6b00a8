// The screen for unknown addresses, for signed-in and signed-out visitors (decision D31).
import { Link } from 'wouter'
import { t } from '#client/texts/t.ts'
import { buttonLook } from '#client/ui/button.tsx'
import { EmptySearch } from '#client/ui/drawings.tsx'
import { useTitle } from '#client/ui/title.ts'

export function NotFound() {
  useTitle(t('notFound.title'))
  return (
    <main className="grid min-h-dvh place-items-center px-6 text-center">
      <div className="flex flex-col items-center">
        <EmptySearch />
        <h1 className="mt-5 text-xl font-bold">{t('notFound.title')}</h1>
        <p className="mt-1 text-base text-muted">{t('notFound.text')}</p>
        <Link href="/" className={buttonLook('primary', 'mt-5')}>
          {t('notFound.home')}
        </Link>
      </div>
    </main>
  )
}
