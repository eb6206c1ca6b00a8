// Error boundary of one card: shows an error instead of the card and leaves the others intact.
import { Component, type ReactNode } from 'react'
import { t } from '#client/texts/t.ts'

type Props = { name: string; children: ReactNode }

export class AthleteCardBoundary extends Component<Props, { message: string | null }> {
  override state = { message: null }

  static getDerivedStateFromError(error: unknown): { message: string } {
    return { message: error instanceof Error ? error.message : String(error) }
  }

  override render(): ReactNode {
    const { message } = this.state
    if (message === null) return this.props.children
    return (
      <p role="alert" className="card p-4 text-sm">
        {t('followed.renderError', { name: this.props.name, message })}
      </p>
    )
  }
}
