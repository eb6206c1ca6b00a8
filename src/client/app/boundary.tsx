// Error boundary of a screen: the rest of the page keeps working. If the files of a screen or a dialog cannot be loaded because
// of a new version, the page reloads by itself: the user has just opened that screen or dialog, so nothing is lost. Otherwise the
// screen offers to reload. A part that appears without an action of the user is a `lazyPart`, whose failure does not reach this
// boundary.
import { Component, type ReactNode } from 'react'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { Unplugged } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageSpinner } from '#client/ui/spinner.tsx'

/**
 * Why the screen is not shown. 'outdated': its files are missing, and a check for a new version is running. 'missing': its files
 * are missing, and there is no new version. 'failed': any other error.
 */
type Break = 'outdated' | 'missing' | 'failed'

/** True for the errors that browsers throw when a module cannot be loaded. */
const isMissing = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|Importing a module/.test(error.message)

export class ScreenBoundary extends Component<{ children: ReactNode }, { broken: Break | null }> {
  override state: { broken: Break | null } = { broken: null }

  static getDerivedStateFromError(error: unknown): { broken: Break } {
    return { broken: isMissing(error) ? 'outdated' : 'failed' }
  }

  override componentDidCatch(error: unknown): void {
    if (!isMissing(error)) return
    void reloadIfOutdated().then((isReloading) => {
      if (!isReloading) this.setState({ broken: 'missing' })
    })
  }

  override render(): ReactNode {
    const why = this.state.broken
    if (why === null) return this.props.children
    if (why === 'outdated') return <PageSpinner label={t('app.loading')} />
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

const reloadIfOutdated = (): Promise<boolean> =>
  import('./update.ts').then(
    (update) => update.reloadIfOutdated(),
    () => false,
  )

/** Reloads the newest version; a plain reload may get the same files from the service worker. */
function reload(): void {
  import('./update.ts').then(
    ({ reloadNewest }) => reloadNewest(),
    () => location.reload(),
  )
}
