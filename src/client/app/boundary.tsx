// A screen that breaks leaves the rest standing; one that cannot be had, perhaps because a new version came, offers to look
// for that.
import { Component, type ReactNode } from 'react'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { Unplugged } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'

type Break = 'missing' | 'failed'

/** What the browsers say of a file of the program that they could not get. */
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

/** The service worker would bring the same again, where it is not told to take the newest. */
function reload(): void {
  import('./update.ts').then(
    ({ reloadNewest }) => reloadNewest(),
    () => location.reload(),
  )
}
