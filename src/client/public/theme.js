// Runs before the first paint, so that the chosen theme never flashes (ui/theme.ts changes it later). Has asked who is signed
// in beside the program's coming, where somebody was the last time (live/had-session.ts), and loads the module of a page
// that the server drew after it, so that nothing of it is on the wire before what a visitor came for.
{
  let stored = null
  let hadSession = null
  try {
    stored = localStorage.getItem('theme')
    hadSession = localStorage.getItem('hadSession')
  } catch {
    // Storage is closed to us: the default stays.
  }
  const theme = stored === 'light' ? 'light' : 'dark'
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'light' ? '#eef1f5' : '#0e1116')

  const { module } = document.currentScript.dataset
  if (!module && hadSession === 'true') {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'preload', href: '/api/user', as: 'fetch', crossOrigin: 'use-credentials' })
    document.head.append(link)
  }
  if (module)
    requestAnimationFrame(() =>
      setTimeout(() => {
        const script = document.createElement('script')
        script.type = 'module'
        script.src = module
        document.head.append(script)
      }),
    )
}
