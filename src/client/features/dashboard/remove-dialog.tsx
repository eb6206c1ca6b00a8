// Confirms removing a tournament that has, or may have, followed athletes.
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'

type Props = { name: string; followedCount: number | undefined; onKeep: () => void; onRemove: () => void }

export function RemoveDialog({ name, followedCount, onKeep, onRemove }: Props) {
  return (
    <Dialog
      title={t('tournaments.removeTitle', { name })}
      text={followedCount ? t('tournaments.removeText', { count: followedCount }) : t('tournaments.removeTextAny')}
      onClose={onKeep}
    >
      <div className="flex justify-end gap-2 p-4">
        <Button look="outline" onClick={onKeep}>
          {t('tournaments.keep')}
        </Button>
        <Button onClick={onRemove}>{t('tournaments.remove')}</Button>
      </div>
    </Dialog>
  )
}
