// The four states of an athlete's data, each with its colour and its text (sharing-and-admin.md section 4).
import type { Diagnostic } from '#contract/diagnostics.ts'
import { t } from '#client/texts/t.ts'

export type Readiness = Diagnostic['displayReadiness']

/** In the order of the specification, the worst last. */
export const readinessOrder = ['ready', 'partial', 'missing', 'error'] as const satisfies Readiness[]

/** Green, yellow, orange, red; always shown with the text. */
export const readinessColour = {
  ready: 'var(--ahead)',
  partial: 'var(--gold)',
  missing: 'var(--belt-orange)',
  error: 'var(--live)',
} as const satisfies Record<Readiness, string>

export const readinessText = (readiness: Readiness): string => t(`diagnostics.${readiness}`)

/** Whether an athlete's data are complete; otherwise the screen offers Quick Repair and Refresh Data (section 2). */
export const isReady = ({ displayReadiness }: Pick<Diagnostic, 'displayReadiness'>): boolean =>
  displayReadiness === 'ready'
