// The size of the pages as the server sends them: compressed with brotli, without HTTP headers.
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import { loadSharedPages } from '../../src/main/shared-page.ts'

const root = join(import.meta.dirname, '../..')
/** The limits of docs/decisions/065 and 066, in bytes. */
const limits = { dashboard: 123 * 1024, sharedPage: 85 * 1024 }
/** How many modules a failure lists. */
const listedModules = 12

type Module = { name: string; characters: number; later: string[] }
type Chunk = { file: string; imports: string[]; modules: Module[] }

let api: ApiUnderTest
let app: Chunk[]
let shared: Chunk[]
beforeAll(async () => {
  const sharedPages = await loadSharedPages(root)
  if (!sharedPages) throw new Error('The pages are not built: npm run build')
  api = await startApi({ sharedPages, clientFolder: join(root, 'dist/client') })
  ;[app, shared] = await Promise.all([chunksOf('client'), chunksOf('shared')])
})
afterAll(() => api.close())

describe('The size of the pages', () => {
  it('is at most 123 KB of scripts and styles for the first load of the dashboard', async () => {
    const files = await firstFiles('src/client/app/sidebar.tsx')
    expect(await excess(limits.dashboard, files, app)).toBeNull()
  })

  it('is at most 123 KB for the first load of the dashboard on a phone in every language but English', async () => {
    for (const language of ['pt-br', 'es', 'ja']) {
      const files = await firstFiles(`src/client/texts/languages/${language}.ts`)
      expect(await excess(limits.dashboard, files, app)).toBeNull()
    }
  })

  it('is at most 85 KB of scripts and styles for a whole shared page', async () => {
    // Each language but English also loads the translations of the server's texts.
    const words = chunkWith(shared, 'src/client/texts/data-words.ts').file
    const files = withImports(shared, [...(await filesOf('/shared/abcdefghijkl')), words])
    expect(await excess(limits.sharedPage, files, shared)).toBeNull()
  })

  it('does not include the screens other than the dashboard, each of which has its own file', async () => {
    const first = withImports(app, await filesOf('/'))
    const screens = app.flatMap(({ file, modules }) =>
      modules.filter(({ name }) => /\/features\/.+-screen\.tsx$/.test(name)).map(({ name }) => ({ name, file })),
    )
    expect(screens.length).toBeGreaterThan(10)
    expect(screens.filter(({ file }) => first.has(file))).toEqual([])
    expect(new Set(screens.map(({ file }) => file)).size).toBe(screens.length)
  })
})

/** The files that the dashboard loads at once, and those of the module that it adds in a wide window or another language. */
async function firstFiles(extra: string): Promise<Set<string>> {
  const entry = app.flatMap(({ modules }) => modules).find(({ name }) => name === 'src/client/app/main.tsx')
  const atOnce = [...(entry?.later ?? []), extra]
  return withImports(app, [...(await filesOf('/')), ...atOnce.map((name) => chunkWith(app, name).file)])
}

/** The scripts and styles in a page's HTML, by file. */
async function filesOf(path: string): Promise<string[]> {
  const html = await (await fetch(api.url + path)).text()
  const found = [...html.matchAll(/(?:src|data-module|href)="\/([^"]+\.(?:js|css))"/g)].map(([, file = '']) => file)
  expect(found).toEqual(expect.arrayContaining([expect.stringMatching(/\.js$/), expect.stringMatching(/\.css$/)]))
  return found
}

/** These files and everything they import. */
function withImports(chunks: Chunk[], files: string[], found = new Set<string>()): Set<string> {
  for (const file of files) {
    if (found.has(file)) continue
    found.add(file)
    withImports(chunks, chunks.find((chunk) => chunk.file === file)?.imports ?? [], found)
  }
  return found
}

function chunkWith(chunks: Chunk[], module: string): Chunk {
  const chunk = chunks.find(({ modules }) => modules.some(({ name }) => name === module))
  if (!chunk) throw new Error(`The build does not contain ${module}.`)
  return chunk
}

/** A list of the heaviest modules if these files exceed the limit; otherwise null. */
async function excess(limit: number, files: Set<string>, chunks: Chunk[]): Promise<string | null> {
  const sizes = await Promise.all([...files].map(async (file) => ({ file, bytes: await sentBytes(file) })))
  const sum = sizes.reduce((all, { bytes }) => all + bytes, 0)
  if (sum <= limit) return null
  const heaviest = chunks
    .filter(({ file }) => files.has(file))
    .flatMap(({ modules }) => modules)
    .toSorted((a, b) => b.characters - a.characters)
    .slice(0, listedModules)
  const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`
  return [
    `${kilobytes(sum)}:`,
    ...sizes.map(({ file, bytes }) => `${kilobytes(bytes)} ${file}`),
    'The heaviest modules, before minification:',
    ...heaviest.map(({ name, characters }) => `${kilobytes(characters)} ${name}`),
  ].join('\n')
}

/** The size of a file's compressed body. */
function sentBytes(file: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(`${api.url}/${file}`, { headers: { 'accept-encoding': 'gzip, deflate, br' } }, (response) => {
      let bytes = 0
      response.on('data', (part: Buffer) => (bytes += part.length))
      response.on('end', () =>
        response.headers['content-encoding'] === 'br' ? resolve(bytes) : reject(new Error(`${file} is not compressed`)),
      )
    })
      .on('error', reject)
      .end()
  })
}

const chunksOf = async (program: string): Promise<Chunk[]> =>
  JSON.parse(await readFile(join(root, `dist/client/.vite/weights-${program}.json`), 'utf8')) as Chunk[]
