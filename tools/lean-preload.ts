// Of Vite's help for files that are loaded when they are needed only what the app's program uses: what such a file imports
// is fetched beside it. Vite's own also waits for style sheets; here the page has the one that there is.
import type { Plugin } from 'vite'

const preload = `const asked = new Set()
export const __vitePreload = (load, files = []) => {
  for (const file of files)
    if (file.endsWith('.js') && !asked.has(file)) {
      asked.add(file)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/' + file }))
    }
  return load()
}`

export const leanPreload: Plugin = {
  name: 'lean-preload',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  load: (id) => (id === '\0vite/preload-helper.js' ? preload : null),
  generateBundle(_, bundle) {
    const sheets = Object.keys(bundle).filter((file) => file.endsWith('.css'))
    if (sheets.length > 1) this.error(`Nothing loads a style sheet that a screen brings: ${sheets.join(', ')}`)
  },
}
