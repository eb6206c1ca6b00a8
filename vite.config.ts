import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { licenses } from './tools/licenses.ts'
import { firstFiles } from './tools/first-files.ts'
import { offlineFiles } from './tools/offline-files.ts'
import { publicScripts } from './tools/public-scripts.ts'

/** Resolves a path relative to this file, because `vite build` and the development server have different roots. */
const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

/**
 * Writes a report of the content of each built file. tools/offline-files.ts selects files by it, and tests of the built pages check
 * their size and licences with it.
 */
const weights: Plugin = {
  name: 'weights',
  apply: 'build',
  applyToEnvironment: ({ config }) => config.consumer === 'client',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).flatMap((file) => {
      if (file.type !== 'chunk') return []
      const modules = Object.entries(file.modules).map(([id, { renderedLength: characters }]) => ({
        name: nameOf(id),
        characters,
        later: this.getModuleInfo(id)?.dynamicallyImportedIds.map(nameOf) ?? [],
      }))
      return { file: file.fileName, imports: file.imports, modules }
    })
    this.emitFile({
      type: 'asset',
      fileName: `.vite/weights-${this.environment.name}.json`,
      source: JSON.stringify(chunks),
    })
  },
}
const here = pathOf('.')
const nameOf = (id: string): string => id.replace(here, '').replace(/^.*\/node_modules\//, '')

/** Serves, in development, a worker that unregisters itself: an earlier service worker would serve outdated files. */
const noWorker: Plugin = {
  name: 'no-worker',
  configureServer({ middlewares }) {
    middlewares.use((request, _, next) => {
      if (request.url === '/sw.js') request.url = '/retire-worker.js'
      next()
    })
  },
}

/**
 * `vite build` builds four programs in this order: the app, the public shared page (both for browsers, in dist/client, and
 * separate, so that neither loads code of the other), the server's renderer of the shared page (in dist/server), and the service
 * worker, which contains the list of the app's files.
 */
export default defineConfig(({ command }) => ({
  root: 'src/client',
  cacheDir: '../../dist/cache/vite',
  plugins: [react(), tailwindcss(), weights, licenses, firstFiles, publicScripts, offlineFiles, noWorker],
  // The package includes a shim for React versions without the hook; this version has it.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  builder: {},
  build: {
    outDir: '../../dist/client',
    emptyOutDir: true,
    target: 'es2023',
    // Browsers that do not support modulepreload load the same files slightly later.
    modulePreload: { polyfill: false },
  },
  environments: {
    client: {
      // React's developer tools are not used with the built app.
      ...(command === 'build' && { define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } }),
      build: {
        // One file with what every visit loads, and another with what a wide window adds; splitting by shared use would make many
        // files that are larger in total. What many screens use is in one file for icons, one for dialogs and one for other
        // elements: a screen loads fewer files, and the program contains fewer names of files.
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'app', tags: ['$initial'], priority: 1 },
                { name: 'sidebar', test: /\/app\/sidebar\.tsx$/ },
                { name: 'icons', test: /\/lucide-react\/dist\/esm\/icons\//, minShareCount: 2 },
                { name: 'dialogs', test: /\/node_modules\/(@radix-ui|@floating-ui|aria-hidden)\//, minShareCount: 5 },
                { name: 'common', test: /\/src\/client\/ui\//, minShareCount: 4 },
              ],
            },
          },
        },
      },
    },
    shared: {
      consumer: 'client',
      // React's developer tools are not used with the built app.
      ...(command === 'build' && { define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } }),
      build: {
        emptyOutDir: false,
        copyPublicDir: false,
        assetsDir: 'assets/shared',
        // Maps the sources to the names of the built files, for the server.
        manifest: '.vite/shared.json',
        rolldownOptions: { input: pathOf('src/client/shared/hydrate.tsx') },
      },
    },
    ssr: {
      // Bundles React in its production version, so that Node does not resolve packages, whatever NODE_ENV is.
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
    // In development there is no service worker.
    ...(command === 'build' && {
      worker: {
        consumer: 'client',
        build: {
          emptyOutDir: false,
          copyPublicDir: false,
          rolldownOptions: {
            input: 'src/client/worker/worker.ts',
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      },
    }),
  },
}))
