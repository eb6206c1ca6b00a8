// The browser's own subscription to alerts, which lasts until somebody ends it.

/** Null where there is none, or no service worker to have one. */
export async function pushSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}
