// What the two pages leave out of React: its own calls for fetching styles, scripts and fonts ahead and for resetting forms,
// of which they make none; the shared page makes no portals either. That is a kilobyte and more of each.
import type { Plugin } from 'vite'

/** What the renderer takes from the package `react-dom`: a place where the two keep things for each other. */
const onlyInternals = 'exports.__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE = { d: {}, p: 0 }'
/** Where the renderer puts its side of those calls: without it nothing uses them, and they are not in the file. */
const offered = /^ReactDOMSharedInternals\.d = \{\n {2}f: (\w+),[^}]*\};$/m
/** The package's side of them. */
const neverCalled =
  /^exports\.(?:preconnect|prefetchDNS|preinit|preinitModule|preload|preloadModule|requestFormReset) = function [^]*?^\};$/gm

export const leanReact: Plugin = {
  name: 'lean-react',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'shared' || name === 'client',
  load(id) {
    const isShared = this.environment.name === 'shared'
    return isShared && id.endsWith('/react-dom/cjs/react-dom.production.js') ? onlyInternals : null
  },
  transform(code, id) {
    const isShared = this.environment.name === 'shared'
    if (id.endsWith('/react-dom/cjs/react-dom.production.js')) return isShared ? null : code.replace(neverCalled, '')
    if (!id.endsWith('/react-dom/cjs/react-dom-client.production.js')) return null
    const uses = code.match(/\bReactDOM\.\w+/g) ?? []
    if (uses.length !== 1 || !offered.test(code))
      this.error('This React is put together otherwise: see what can be left out.')
    // Of those the app's libraries make one, `flushSync`.
    return code.replace(offered, isShared ? '' : 'ReactDOMSharedInternals.d = { f: $1 };')
  },
}
