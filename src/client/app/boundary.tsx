// Error boundary of a screen: the rest of the page keeps working. A screen whose files cannot be loaded, perhaps because of a
// new version, offers to reload the app.
import { Component, type ReactNode } from 'react'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { Unplugged } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'

type Break = 'missing' | 'failed'

/** The browsers' error messages for a module that could not be loaded. */
const isMissing = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|Importing a module/.test(error.message)

export class ScreenBoundary extends Component<{ children: ReactNode }, { broken: Break | null }> {
  override state: { broken: Break | null } = { broken: null }

  static getDerivedStateFromError(error: unknown): { broken: Break } {
    return { broken: isMissing(error) ? 'missing' : 'failed' }
  }

  override render(): ReactNode {
    const why = this.state.broken
    if (why === null) return this.props.children
    return (
      <main className="grid min-h-dvh place-items-center">
        <EmptyState
          drawing={<Unplugged />}
          title={t(`app.${why}Title`)}
          text={t(`app.${why}Text`)}
          action={<Button onClick={reload}>{t('app.reload')}</Button>}
        />
      </main>
    )
  }
}

/** Reloads the newest version; a plain reload may get the same files from the service worker. */
function reload(): void {
  import('./update.ts').then(
    ({ reloadNewest }) => reloadNewest(),
    () => location.reload(),
  )
}
