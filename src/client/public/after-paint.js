// Loads a page's module after the page is painted, so that nothing of it is on the wire before what a visitor came for.
{
  const { module } = document.currentScript.dataset
  requestAnimationFrame(() =>
    setTimeout(() => {
      const script = document.createElement('script')
      script.type = 'module'
      script.src = module
      document.head.append(script)
    }),
  )
}
