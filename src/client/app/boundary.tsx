// A screen that breaks leaves the rest standing; one that is no longer to be had, after a new version came, offers that.
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
  override state = { broken: null }

  static getDerivedStateFromError(error: unknown): { broken: Break } {
    return { broken: isMissing(error) ? 'missing' : 'failed' }
  }

  override render(): ReactNode {
    if (this.state.broken === null) return this.props.children
    const [title, text] = wordsFor(this.state.broken)
    return (
      <main className="grid min-h-dvh place-items-center">
        <EmptyState
          drawing={<Unplugged />}
          title={title}
          text={text}
          action={<Button onClick={reload}>{t('app.reload')}</Button>}
        />
      </main>
    )
  }
}

function wordsFor(broken: Break): [title: string, text: string] {
  if (broken === 'failed') return [t('app.failedTitle'), t('app.failedText')]
  return navigator.onLine
    ? [t('app.newerTitle'), t('app.newerText')]
    : [t('connection.offline'), t('connection.offlineText')]
}

/** The service worker would bring the same again, where it is not told to take the newest. */
function reload(): void {
  import('./update.ts').then(
    ({ reloadNewest }) => reloadNewest(),
    () => location.reload(),
  )
}
