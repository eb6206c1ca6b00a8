// Whether the device has a network.
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** False while the browser says that it is offline. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  )
