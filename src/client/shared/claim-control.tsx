// The control for the claim of a match on the shared page. Loaded only if the link gives the right to claim.
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { SharedMatch } from '#contract/sharing.ts'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { Claim } from '#client/ui/claim.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { Toaster } from '#client/ui/toaster.tsx'
import { claimHintLook, HowToClaim } from './claim-places.tsx'
import { claimsOf, onNameChange, readName, storeName } from './shared-claims.ts'
import type { SharedFeed } from './shared-feed.ts'

/**
 * The page's toasts: who has taken over a match from this device, and why a claim was refused. Opens the claims of this device, so
 * that those of an earlier visit are sent.
 */
export function ClaimToasts({ feed, linkId }: { feed: SharedFeed; linkId: string }) {
  useEffect(() => void claimsOf(feed, linkId), [feed, linkId])
  return <Toaster />
}

/** The server's limit, in characters. */
const nameMaximum = 40

type Props = { match: SharedMatch; feed: SharedFeed; linkId: string }

export function ClaimControl({ match: { id, athleteName }, feed, linkId }: Props) {
  const [isNaming, setIsNaming] = useState(false)
  const [queue] = useState(() => claimsOf(feed, linkId))
  const shown = useSyncExternalStore(queue.subscribe, queue.shown)
  const claim = (name: string): void => (name === '' ? setIsNaming(true) : queue.claim(id, athleteName, name))
  return (
    <>
      <Claim
        athlete={athleteName}
        claim={shown.get(id) ?? null}
        onClaim={() => claim(readName())}
        onRelease={() => queue.release(id, athleteName)}
      />
      {isNaming && (
        <NameDialog
          confirm={t('claim.confirm')}
          onClose={() => setIsNaming(false)}
          onNamed={(name) => {
            setIsNaming(false)
            storeName(name)
            claim(name)
          }}
        />
      )}
    </>
  )
}

/** Explains how to claim a match, or shows the name under which this device claims. */
export function ClaimHint() {
  const [isNaming, setIsNaming] = useState(false)
  const name = useSyncExternalStore(onNameChange, readName)
  if (name === '') return <HowToClaim />
  return (
    <p className={claimHintLook}>
      {t('claim.as', { name })}
      <Button look="quiet" className="text-xs" onClick={() => setIsNaming(true)}>
        {t('claim.rename')}
      </Button>
      {isNaming && (
        <NameDialog
          confirm={t('claim.saveName')}
          onClose={() => setIsNaming(false)}
          onNamed={(next) => {
            setIsNaming(false)
            storeName(next)
          }}
        />
      )}
    </p>
  )
}

type NameProps = { confirm: string; onNamed: (name: string) => void; onClose: () => void }

function NameDialog({ confirm, onNamed, onClose }: NameProps) {
  const [name, setName] = useState(readName)
  return (
    <Dialog title={t('claim.nameTitle')} text={t('claim.nameText')} onClose={onClose}>
      <form
        className="flex flex-col gap-1 p-4"
        onSubmit={(event) => {
          event.preventDefault()
          const text = name.trim()
          if (text !== '') onNamed(text)
        }}
      >
        <Field
          label={t('claim.name')}
          data-first
          maxLength={nameMaximum}
          autoComplete="name"
          required
          value={name}
          error={undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" className="min-h-12 self-end px-5">
          {confirm}
        </Button>
      </form>
    </Dialog>
  )
}
