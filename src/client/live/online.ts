// Whether what is shown can still change: the device's network, and the live channel.
import { onlineManager } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useConnection } from './context.tsx'
import { lostShownAfter } from './limits.ts'

/** False while the browser says that it is offline. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  )

/** True when the live channel is down for longer than a quick reconnect takes. */
export function useIsLost(): boolean {
  const isDown = useConnection(({ phase, health }) => phase === 'connecting' && health !== 'healthy')
  const [isLost, setIsLost] = useState(false)
  useEffect(() => {
    if (!isDown) return
    const timer = setTimeout(() => setIsLost(true), lostShownAfter)
    return () => {
      clearTimeout(timer)
      setIsLost(false)
    }
  }, [isDown])
  return isDown && isLost
}
