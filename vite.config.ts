import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * Three programs, which `vite build` builds in this order: the app and the public shared page for the browser, both into
 * dist/client but apart, so that neither loads what only the other needs; and the one with which the server draws the
 * shared page, into dist/server.
 */
export default defineConfig({
  root: 'src/client',
  plugins: [react(), tailwindcss()],
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
        rolldownOptions: { input: 'src/client/shared/browser.tsx' },
      },
    },
    ssr: {
      // Node loads it without looking through packages, and with React as it is for production, however it was started.
      define: { 'process.env.NODE_ENV': '"production"' },
      resolve: { noExternal: true },
      build: {
        ssr: true,
        outDir: '../../dist/server',
        copyPublicDir: false,
        target: 'node24',
        rolldownOptions: { input: { 'shared-page': 'src/client/shared/server.tsx' } },
      },
    },
  },
})
