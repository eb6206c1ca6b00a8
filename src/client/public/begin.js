// Runs before the first paint: names the language to be shown in <html lang>, what the user chose or else what the browser
// asks for (texts/language.ts changes it later), and has fetched beside the program what the first screen needs after it:
// its words, its own part of the program (tools/first-files.ts names the files), and its answers of the server.
{
  let chosen = null
  let hadSession
  let sessionToEnd
  try {
    chosen = localStorage.getItem('language')
    hadSession = localStorage.getItem('hadSession')
    sessionToEnd = localStorage.getItem('sessionToEnd')
  } catch {
    // Storage is closed to us: the browser's word stays, and the program asks once it is there.
  }
  const spoken = { en: 'en', pt: 'pt-BR', es: 'es', ja: 'ja' }
  const wanted = [chosen, ...navigator.languages].map((tag) => tag?.toLowerCase().split('-')[0])
  const language = spoken[wanted.find((base) => Object.hasOwn(spoken, base ?? ''))] ?? 'en'
  document.documentElement.lang = language
  // What the home screen says of the app.
  if (language !== 'en') document.querySelector('link[rel=manifest]').href = `/manifest.${language}.webmanifest`

  const fetchBeside = (link) => document.head.append(Object.assign(document.createElement('link'), link))
  const files = JSON.parse(document.currentScript.dataset.files ?? '{}')
  const [, screen, id] = location.pathname.split('/')
  const first = [language, screen, `${screen} ${language}`].flatMap((part) => files[part] ?? [])
  for (const href of new Set(first)) fetchBeside({ rel: 'modulepreload', href })

  // As the program asks (session/session.ts, app/main.tsx), which takes the answers over (requests/prefetched.ts): with another
  // address nothing is won, and nothing wrong. A session that was left but stands on the server (session/deferred-logout.ts)
  // is ended first.
  const answers = []
  if (hadSession === null && sessionToEnd === null) answers.push('/api/auth/check')
  if (hadSession === 'true') {
    answers.push('/api/user')
    if (screen === '') answers.push('/api/matches/upcoming')
    if (screen === 'athlete-profile' && /^\d+$/.test(id)) answers.push(`/api/athletes/${id}/order-of-fights`)
  }
  globalThis.prefetched = new Map(answers.map((address) => [address, fetch(address, { credentials: 'include' })]))
  // Whoever takes one over hears of its failure.
  for (const answer of globalThis.prefetched.values()) answer.catch(() => undefined)
}
