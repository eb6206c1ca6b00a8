// What the server renders in the places of the claims, until the browser has loaded them: nothing moves then.
import { t } from '#client/texts/t.ts'

/** Of the line with the visitor's name and its button. */
export const claimHintLook = '-my-2 flex min-h-11 flex-wrap items-center gap-x-1 text-xs text-muted'

export const HowToClaim = () => <p className={claimHintLook}>{t('claim.hint')}</p>

/** As large as the button on a phone's card. */
export const ClaimPlace = () => <span className="size-[44px] shrink-0" />
