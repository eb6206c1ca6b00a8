// Placeholders that the server renders for the claims. They have the size of the claims, which the browser loads later, so that
// nothing moves.
import { t } from '#client/texts/t.ts'

/** The classes of the line that explains claims, or has the visitor's name and a button. */
export const claimHintLook = '-my-2 flex min-h-11 flex-wrap items-center gap-x-1 text-xs text-muted'

export const HowToClaim = () => <p className={claimHintLook}>{t('claim.hint')}</p>

/** A placeholder of the size of the claim button on a phone's card. */
export const ClaimPlace = () => <span className="size-[max(44px,2rem)] shrink-0" />
