// Runs before the first paint: names the language to be shown in <html lang>, what the user chose or else what the browser
// asks for (texts/language.ts changes it later), and has its words fetched beside the program.
{
  let chosen = null
  try {
    chosen = localStorage.getItem('language')
  } catch {
    // Storage is closed to us: the browser's word stays.
  }
  const spoken = { en: 'en', pt: 'pt-BR', es: 'es', ja: 'ja' }
  const wanted = [chosen, ...navigator.languages].map((tag) => tag?.toLowerCase().split('-')[0])
  const language = spoken[wanted.find((base) => Object.hasOwn(spoken, base ?? ''))] ?? 'en'
  document.documentElement.lang = language

  for (const file of document.currentScript.getAttribute(`data-${language}`)?.split(' ') ?? []) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = file
    document.head.append(link)
  }
}
