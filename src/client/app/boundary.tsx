// A screen that breaks leaves the rest standing.
import { Component, type ReactNode } from 'react'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { Unplugged } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'

export class ScreenBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true }
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children
    return (
      <main className="grid min-h-dvh place-items-center">
        <EmptyState
          drawing={<Unplugged />}
          title={t('app.failedTitle')}
          text={t('app.failedText')}
          action={<Button onClick={() => location.reload()}>{t('app.reload')}</Button>}
        />
      </main>
    )
  }
}
