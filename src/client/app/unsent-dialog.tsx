// The question before a logout that deletes changes that were not sent.
import { t } from '#client/texts/t.ts'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'

export type UnsentProps = { isBusy: boolean; onConfirm: () => void; onClose: () => void }

export const UnsentDialog = (props: UnsentProps) => (
  <ConfirmDialog
    title={t('logout.unsentTitle')}
    text={t('logout.unsentText')}
    confirm={t('logout.confirm')}
    busy={t('logout.confirm')}
    {...props}
  />
)
