// The actions that invalidate the shared link, each with a confirmation, since they cannot be undone.
import { RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { StoredShareLink } from '#client/offline/stored-share-link.ts'
import { t } from '#client/texts/t.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import type { Share } from './use-share-link.ts'

/** `link` is null if its address is unknown. */
export function RenewAndDelete({ link, share }: { link: StoredShareLink | null; share: Share }) {
  const { renew, remove, failure, dismissFailure } = share
  const [confirming, setConfirming] = useState<'renew' | 'delete' | null>(null)
  const openDialog = (what: 'renew' | 'delete'): void => {
    dismissFailure()
    setConfirming(what)
  }
  const close = (): void => setConfirming(null)
  const dialog = { failure: failure ?? undefined, onClose: close }
  return (
    <>
      <Button look="outline" onClick={() => openDialog('renew')}>
        <RotateCw aria-hidden className="size-4" />
        {t('share.renew')}
      </Button>
      <IconButton label={t('share.delete')} className="ml-auto" onClick={() => openDialog('delete')}>
        <Trash2 aria-hidden className="size-5" />
      </IconButton>
      {confirming === 'renew' && (
        <ConfirmDialog
          {...dialog}
          title={t('share.renewTitle')}
          text={t('share.renewText')}
          confirm={t('share.renew')}
          busy={t('share.renewing')}
          isBusy={renew.isPending}
          onConfirm={() => renew.mutate(undefined, { onSuccess: close })}
        />
      )}
      {confirming === 'delete' && (
        <ConfirmDialog
          {...dialog}
          title={t('share.deleteTitle')}
          text={t('share.deleteText')}
          confirm={t('share.deleteConfirm')}
          busy={t('share.deleting')}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(link)}
        />
      )}
    </>
  )
}
