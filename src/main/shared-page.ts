// Loads the renderer of the shared page, as Vite built it for Node, and the names of its browser files.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SharedPageAssets, SharedPageRenderer, SharedPages } from '#contract/shared-page.ts'

type Manifest = Record<string, { file: string; css?: string[] }>

const entry = 'shared/hydrate.tsx'

/** Resolves with undefined if there is no build, as in `npm run dev`, where Vite's server renders the page. */
export async function loadSharedPages(root: string): Promise<SharedPages | undefined> {
  const manifest = await readFile(join(root, 'dist/client/.vite/shared.json'), 'utf8').catch(() => undefined)
  if (manifest === undefined) return undefined
  const program: unknown = await import(pathToFileURL(join(root, 'dist/server/shared-page.js')).href)
  const renderer = program as SharedPageRenderer
  const assets = assetsIn(JSON.parse(manifest) as Manifest)
  return {
    render: (request) => renderer.render(request, assets),
    picture: renderer.picture,
  }
}

function assetsIn(manifest: Manifest): SharedPageAssets {
  const built = manifest[entry]
  if (!built) throw new Error(`The build has no entry ${entry}.`)
  return { script: `/${built.file}`, styles: (built.css ?? []).map((file) => `/${file}`) }
}
