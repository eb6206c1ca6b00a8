// Selects the built files that the service worker precaches: those that a follower may need offline.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * An entry for Workbox; a file name with a hash needs no revision. With `integrity`, the browser refuses another content, such as a
 * network's login page in place of ours.
 */
type Entry = { url: string; revision: string | null; integrity?: string }
type Chunk = { file: string; imports: string[]; modules: { name: string; later: string[] }[] }

const start = 'src/client/app/main.tsx'
/** Screens that only administrators use, and only online. */
const onlineOnly = /\/(?:admin|diagnostics)\b/
/** Files without a hash in their names; the page is stored under the address of navigations. */
const fixedNames = {
  '/': 'index.html',
  '/theme.js': 'theme.js',
  '/begin.js': 'begin.js',
  '/favicon.svg': 'favicon.svg',
}

/** Writes the list of files into the service worker, which is built after the app. */
export const offlineFiles: Plugin = {
  name: 'offline-files',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'worker',
  async transform(code) {
    if (!code.includes('self.__WB_MANIFEST')) return null
    const { root, build } = this.environment.config
    return code.replace('self.__WB_MANIFEST', JSON.stringify(await entriesIn(join(root, build.outDir))))
  },
}

async function entriesIn(folder: string): Promise<Entry[]> {
  const chunks = JSON.parse(await readFile(join(folder, '.vite/weights-client.json'), 'utf8')) as Chunk[]
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const styles = [...page.matchAll(/href="\/(assets\/[^"]+\.css)"/g)].map(([, file = '']) => file)
  const revised = Object.entries(fixedNames).map(async ([url, file]): Promise<Entry> => {
    const digest = createHash('sha256')
      .update(await readFile(join(folder, file)))
      .digest('base64')
    return { url, revision: digest.slice(0, 22), integrity: `sha256-${digest}` }
  })
  const hashed = [...reachableFiles(chunks), ...styles].map((file) => ({ url: `/${file}`, revision: null }))
  return [...(await Promise.all(revised)), ...hashed]
}

/** The files that the app's program loads, at the start or later, without those of the screens that need the network. */
function reachableFiles(chunks: Chunk[], found = new Set<string>(), next = fileOf(chunks, start)): Set<string> {
  const chunk = chunks.find(({ file }) => file === next)
  if (!chunk || found.has(next)) return found
  found.add(next)
  const later = chunk.modules.flatMap((module) => module.later).filter((name) => !onlineOnly.test(name))
  for (const file of [...chunk.imports, ...later.map((name) => fileOf(chunks, name))])
    reachableFiles(chunks, found, file)
  return found
}

function fileOf(chunks: Chunk[], module: string): string {
  const chunk = chunks.find(({ modules }) => modules.some(({ name }) => name === module))
  if (!chunk) throw new Error(`The build does not contain ${module}.`)
  return chunk.file
}
