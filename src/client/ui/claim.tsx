// The claim of a match on its card: 'Who's got this?' with the button to claim it, or the initials of the claimer.
import { Check, Hand } from 'lucide-react'
import { useState } from 'react'
import { initialsOf } from '#domain/initials.ts'
import { t } from '#client/texts/t.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** The claim of a match. `isOwn`: made on this device. `isPending`: not sent yet. */
type Claimed = { name: string; isOwn: boolean; isPending: boolean }

type Props = {
  /** The athlete of the card, for the texts for screen readers. */
  athlete: string
  /** Null if the match is not claimed. */
  claim: Claimed | null
  onClaim: () => void
  onRelease: () => void
}

/** A tap claims or releases the match; a tap on somebody else's claim opens a confirmation first. */
export function Claim({ athlete, claim, onClaim, onRelease }: Props) {
  const [isConfirming, setIsConfirming] = useState(false)
  const label = labelOf(athlete, claim)
  return (
    <>
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={() => (claim === null ? onClaim() : claim.isOwn ? onRelease() : setIsConfirming(true))}
        className="group inline-flex min-h-[44px] min-w-[44px] shrink-0 items-center justify-center gap-1.5 rounded-md text-sm font-semibold text-accent"
      >
        {claim ? <Initials {...claim} /> : <Unclaimed />}
      </button>
      {isConfirming && claim && !claim.isOwn && (
        <ConfirmDialog
          title={t('claim.takeTitle', { name: claim.name })}
          text={t('claim.takeText', { name: claim.name })}
          confirm={t('claim.take')}
          busy={t('claim.take')}
          isBusy={false}
          onConfirm={() => {
            setIsConfirming(false)
            onClaim()
          }}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  )
}

function labelOf(athlete: string, claim: Props['claim']): string {
  if (claim === null) return t('claim.questionOf', { athlete })
  if (!claim.isOwn) return t('claim.otherOf', { name: claim.name, athlete })
  return claim.isPending ? t('claim.unsentOf', { athlete }) : t('claim.ownOf', { athlete })
}

/** The initials in a row, which has no button to claim. */
export function ClaimMark({ claim }: { claim: Claimed }) {
  return (
    <>
      <Initials {...claim} isSmall />
      {/* A sentence of its own after those of the row. */}
      <span className="sr-only">. {claim.isOwn ? t('claim.byYou') : t('claim.by', { name: claim.name })}</span>
    </>
  )
}

/** The words are shown if the card has space for them. */
function Unclaimed() {
  return (
    <>
      <span className="hidden @[26rem]:inline">{t('claim.question')}</span>
      <span
        aria-hidden
        className="inline-flex size-8 items-center justify-center rounded-full border border-line group-hover:bg-raised"
      >
        <Hand className="size-4.5" />
      </span>
    </>
  )
}

/** The user's own initials are filled and have a check mark; those of a claim that is not sent yet have a dashed frame. */
function Initials({ name, isOwn, isPending, isSmall = false }: Claimed & { isSmall?: boolean }) {
  const look = !isOwn
    ? 'border-line bg-raised text-text'
    : isPending
      ? 'border-dashed border-accent text-accent'
      : 'border-accent bg-accent text-on-accent'
  return (
    <span
      aria-hidden
      lang=""
      translate="no"
      className={`relative inline-flex items-center justify-center rounded-full border-2 text-xs font-extrabold ${isSmall ? 'h-6 min-w-6' : 'h-8 min-w-8 px-1'} ${look}`}
    >
      {initialsOf(name)}
      {isOwn && !isPending && (
        <Check className="absolute -right-1 -bottom-1 size-3.5 rounded-full bg-surface text-accent" strokeWidth={3.5} />
      )}
    </span>
  )
}
