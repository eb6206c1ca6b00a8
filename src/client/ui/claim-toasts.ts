// The toasts about claims: somebody else has the match now, or the server has refused a claim.
import { dotted } from '#client/texts/dotted.ts'
import { namesText } from '#client/texts/names-text.ts'
import { t } from '#client/texts/t.ts'
import { showToast } from './toast.ts'

/** How long the toasts are shown, in ms: longer than other toasts, because the user does not expect them. */
const duration = 8_000

/** Shows that `name` has claimed a match that this device had claimed. `athletes`: those of the match. */
export const showLostClaim = (name: string, athletes: readonly string[]): void =>
  showToast({ title: t('claim.lost', { name }), text: namesText(athletes), duration })

type Refused = { athlete?: string; body: { name: string | null } }

/**
 * Shows one toast for all refused claims and releases. If there are both, the toast is about the claims, because their
 * matches may now be covered by nobody.
 */
export function showRefusedClaims(refused: readonly Refused[], sentence: string): void {
  const claims = refused.filter(({ body }) => body.name !== null)
  const athletes = new Set((claims.length > 0 ? claims : refused).flatMap(({ athlete }) => athlete ?? []))
  showToast({
    kind: 'failure',
    title: t(claims.length > 0 ? 'claim.refused' : 'claim.releaseRefused'),
    text: dotted([namesText([...athletes]), sentence]),
    duration,
  })
}
