import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * Three programs, which `vite build` builds in this order: the app and the public shared page for the browser, both into
 * dist/client but apart, so that neither loads what only the other needs; and the one with which the server draws the
 * shared page, into dist/server.
 */
/** Of the app's own texts the shared page, the lightest of all, is built with those that it says. */
const unsaid =
  /^  '(?!app\.(?:name|title)|nav\.(?:label|matches|athletes)|connection\.lost|matches\.clear|followed\.completed|(?:match|method|medal|ordinal|belt|colour|time)\.)[^]*?,\n(?=  '|\n|\})/gm

/** The shared page's styles are made of what it and the common look say, its words are those that it uses. */
const lightest: Plugin = {
  name: 'lightest-shared-page',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'shared',
  transform(code, id) {
    if (id.endsWith('/ui/look.css')) return code.replace("source('..')", 'source(none)') + sources
    return id.endsWith('/texts/en.ts') ? code.replace(unsaid, '') : null
  },
}
const inUse =
  'badge,belt-stripe,brand,button,clock,drawings,empty-state,external-link,match-card,search-field,skeleton,spinner'
const sources = `\n@source '../shared';\n@source './{${inUse}}.tsx';\n`

export default defineConfig(({ command }) => ({
  root: 'src/client',
  plugins: [lightest, react(), tailwindcss()],
  builder: {},
  build: { outDir: '../../dist/client', emptyOutDir: true, target: 'es2023' },
  environments: {
    shared: {
      consumer: 'client',
      build: {
        emptyOutDir: false,
        copyPublicDir: false,
        assetsDir: 'assets/shared',
        // Tells the server under which names the files were built.
        manifest: '.vite/shared.json',
        rolldownOptions: { input: 'src/client/shared/hydrate.tsx' },
      },
    },
    ssr: {
      // Node loads it without looking through packages, and with React as it is for production, however it was started.
      ...(command === 'build' && {
        define: { 'process.env.NODE_ENV': '"production"' },
        resolve: { noExternal: true },
      }),
      build: {
        ssr: true,
        outDir: '../../dist/server',
        copyPublicDir: false,
        target: 'node24',
        rolldownOptions: { input: { 'shared-page': 'src/client/shared/server.tsx' } },
      },
    },
  },
}))
