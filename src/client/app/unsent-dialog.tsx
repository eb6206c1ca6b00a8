// The question before a logout that deletes claims and follows that were not sent.
import { t } from '#client/texts/t.ts'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'

export type UnsentProps = { isBusy: boolean; onConfirm: () => void; onClose: () => void }

export const UnsentDialog = (props: UnsentProps) => (
  <ConfirmDialog
    title={t('waiting.logOutTitle')}
    text={t('waiting.logOutText')}
    confirm={t('waiting.logOut')}
    busy={t('waiting.logOut')}
    {...props}
  />
)
