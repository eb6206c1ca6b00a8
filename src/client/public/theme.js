// Runs before the first paint, so that the chosen theme never flashes. ui/theme.ts changes it later.
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
}
