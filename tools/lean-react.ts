// What the shared page leaves out of React: React’s own calls for fetching styles, scripts and fonts ahead, for portals and
// for resetting forms, of which it makes none. That is a kilobyte and more of the 75 that the page may weigh.
import type { Plugin } from 'vite'

/** What the renderer takes from the package `react-dom`: a place where the two keep things for each other. */
const onlyInternals = 'exports.__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE = { d: {}, p: 0 }'
/** Where the renderer puts its side of those calls: without it nothing uses them, and they are not in the file. */
const offered = /^ReactDOMSharedInternals\.d = \{[^}]*\};$/m

export const leanReact: Plugin = {
  name: 'lean-react',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'shared',
  load: (id) => (id.endsWith('/react-dom/cjs/react-dom.production.js') ? onlyInternals : null),
  transform(code, id) {
    if (!id.endsWith('/react-dom/cjs/react-dom-client.production.js')) return null
    const uses = code.match(/\bReactDOM\.\w+/g) ?? []
    if (uses.length !== 1 || !offered.test(code))
      this.error('This React is put together otherwise: see what can be left out.')
    return code.replace(offered, '')
  },
}
