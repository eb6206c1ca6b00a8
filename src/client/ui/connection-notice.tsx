// One sentence across the page when what is shown may be old: no network, no live channel, or no answer from the source.
import { CloudAlert, WifiOff } from 'lucide-react'
import { t } from '#client/texts/t.ts'
import { Notice } from './notice.tsx'

type Props = {
  isOnline: boolean
  /** The live channel is down. */
  isLost: boolean
  /** What is wrong with the source, as a sentence. */
  trouble: string | null
}

export function ConnectionNotice({ isOnline, isLost, trouble }: Props) {
  const noNetwork = <WifiOff aria-hidden className="size-4 shrink-0" />
  if (!isOnline)
    return (
      <Notice tone="late" icon={noNetwork}>
        <strong>{t('connection.offline')}</strong> · {t('connection.offlineText')}
      </Notice>
    )
  if (isLost)
    return (
      <Notice tone="late" icon={noNetwork}>
        {t('connection.lost')}
      </Notice>
    )
  if (trouble === null) return null
  return (
    <Notice tone="late" icon={<CloudAlert aria-hidden className="size-4 shrink-0" />}>
      {trouble}
    </Notice>
  )
}
