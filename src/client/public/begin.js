// Runs before the first paint: sets <html lang> to the user's choice or the browser's preference (texts/language.ts changes it
// later), and fetches in parallel with the app what the first screen needs: its texts and code (tools/first-files.ts lists the
// files), and its API responses.
{
  let chosen = null
  let hadSession
  let sessionToEnd
  let sessionUser = null
  try {
    chosen = localStorage.getItem('language')
    hadSession = localStorage.getItem('hadSession')
    sessionToEnd = localStorage.getItem('sessionToEnd')
    sessionUser = localStorage.getItem('sessionUser')
  } catch {
    // Storage is not available: the browser's language is used, and the app sends its requests itself.
  }
  const supported = { en: 'en', pt: 'pt-BR', es: 'es', ja: 'ja' }
  const wanted = [chosen, ...navigator.languages].map((tag) => tag?.toLowerCase().split('-')[0])
  const language = supported[wanted.find((base) => Object.hasOwn(supported, base ?? ''))] ?? 'en'
  document.documentElement.lang = language
  // The app's name and texts on the home screen.
  if (language !== 'en') document.querySelector('link[rel=manifest]').href = `/manifest.${language}.webmanifest`

  const addLink = (link) => document.head.append(Object.assign(document.createElement('link'), link))
  const files = JSON.parse(document.currentScript.dataset.files ?? '{}')
  const [, screen, id] = location.pathname.split('/')
  const first = [language, screen, `${screen} ${language}`].flatMap((part) => files[part] ?? [])
  for (const href of new Set(first)) addLink({ rel: 'modulepreload', href })

  // The app's own first requests (session/session.ts, app/main.tsx), which it takes over (requests/prefetched.ts); an address
  // that it does not request is harmless. A pending logout (session/logout.ts) is sent first.
  const addresses = []
  if (hadSession === null && sessionToEnd === null) addresses.push('/api/auth/check')
  if (hadSession === 'true') {
    addresses.push('/api/user')
    if (screen === '') addresses.push('/api/matches/upcoming')
    if (screen === 'athlete-profile' && /^\d+$/.test(id))
      addresses.push(`/api/athletes/${id}/order-of-fights`, '/api/user/steps')
  }
  // Lists are requested for the user whose data are stored, and refused for another (contract/caller.ts).
  const send = (address) =>
    fetch(address, {
      headers: sessionUser && address !== '/api/user' ? { 'x-rollcall-user': sessionUser } : {},
    })
  globalThis.prefetched = new Map(addresses.map((address) => [address, send(address)]))
  // The code that takes a response over handles its failure.
  for (const response of globalThis.prefetched.values()) response.catch(() => undefined)
}
