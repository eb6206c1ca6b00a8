// The browser's push subscription, which outlasts the page.

/** Null without a subscription or a service worker. */
export async function pushSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}
