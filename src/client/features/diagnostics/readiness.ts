// The four states of an athlete's data, each with its colour and its word (sharing-and-admin.md section 4).
import type { Diagnostic } from '#contract/diagnostics.ts'
import { t } from '#client/texts/t.ts'

export type Readiness = Diagnostic['displayReadiness']

/** The worst last, as the section names them. */
export const readinessOrder = ['ready', 'partial', 'missing', 'error'] as const satisfies Readiness[]

/** Green, yellow, orange, red; the word always stands beside it. */
export const readinessColour = {
  ready: 'var(--ahead)',
  partial: 'var(--gold)',
  missing: 'var(--belt-orange)',
  error: 'var(--live)',
} as const satisfies Record<Readiness, string>

export const readinessText = (readiness: Readiness): string => t(`diagnostics.${readiness}`)

/** Quick Repair and Refresh Data stand beside those that are not ready (section 2). */
export const isReady = ({ displayReadiness }: Pick<Diagnostic, 'displayReadiness'>): boolean =>
  displayReadiness === 'ready'
