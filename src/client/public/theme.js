// Runs before the first paint, so that the chosen theme never flashes (ui/theme.ts changes it later). Has loaded the module
// of a page that the server drew after that, so that nothing of it is on the wire before what a visitor came for.
{
  let stored = null
  try {
    stored = localStorage.getItem('theme')
  } catch {
    // Storage is closed to us: the default stays.
  }
  const theme = stored === 'light' ? 'light' : 'dark'
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'light' ? '#eef1f5' : '#0e1116')

  const { module } = document.currentScript.dataset
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
