// Whether what is shown follows the source, in one line that never changes its height.
import { WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { lostShownAfter } from '#client/live/limits.ts'
import { t } from '#client/texts/t.ts'

export function Banner({ isLost }: { isLost: boolean }) {
  const isShownLost = useLasting(isLost)
  return (
    <p
      role="status"
      className={`flex min-h-10 items-center gap-2.5 px-3 pt-1 text-sm text-balance sm:px-5 ${isShownLost ? 'font-semibold text-late' : 'text-muted'}`}
    >
      {isShownLost ? (
        <WifiOff aria-hidden className="size-4 shrink-0" />
      ) : (
        <span aria-hidden className="mx-1 size-2 shrink-0 animate-pulse rounded-full bg-ahead" />
      )}
      {isShownLost ? t('connection.lost') : t('shared.banner')}
    </p>
  )
}

/** True once `isSo` has held for a while: a quick reconnect is not worth a word. */
function useLasting(isSo: boolean): boolean {
  const [isLasting, setIsLasting] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setIsLasting(true), lostShownAfter)
    return () => {
      clearTimeout(timer)
      setIsLasting(false)
    }
  }, [isSo])
  return isSo && isLasting
}
