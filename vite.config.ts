import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { licenses } from './tools/licenses.ts'
import { firstFiles } from './tools/first-files.ts'
import { offlineFiles } from './tools/offline-files.ts'
import { publicScripts } from './tools/public-scripts.ts'

/** A building and a serving Vite look from different folders. */
const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

/** Writes down what is in each file: test/integration/client-weight.test.ts says by it what made a page heavy. */
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

/** Whoever works on the app has it from the sources: a worker that the browser has from elsewhere goes. */
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
 * Four programs, which `vite build` builds in this order: the app and the public shared page for the browser, both into
 * dist/client but apart, so that neither loads what only the other needs; the one with which the server draws the shared
 * page, into dist/server; and the service worker, which knows the app's files.
 */
export default defineConfig(({ command }) => ({
  root: 'src/client',
  cacheDir: '../../dist/cache/vite',
  plugins: [react(), tailwindcss(), weights, licenses, firstFiles, publicScripts, offlineFiles, noWorker],
  // React has the hook; the package brings one for older versions too.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  builder: {},
  build: {
    outDir: '../../dist/client',
    emptyOutDir: true,
    target: 'es2023',
    // A browser that does not know the link loads the same a little later.
    modulePreload: { polyfill: false },
  },
  environments: {
    client: {
      // No developer's tool looks into what is built.
      ...(command === 'build' && { define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } }),
      build: {
        // What every visit loads is one file, and what a wide window shows beside it another: cut where the screens share
        // it, they would be many and heavier.
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'app', tags: ['$initial'], priority: 1 },
                { name: 'sidebar', test: /\/app\/sidebar\.tsx$/ },
              ],
            },
          },
        },
      },
    },
    shared: {
      consumer: 'client',
      // No developer's tool looks into what is built.
      ...(command === 'build' && { define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } }),
      build: {
        emptyOutDir: false,
        copyPublicDir: false,
        assetsDir: 'assets/shared',
        // Tells the server under which names the files were built.
        manifest: '.vite/shared.json',
        rolldownOptions: { input: pathOf('src/client/shared/hydrate.tsx') },
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
    // Whoever works on the app has none.
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
