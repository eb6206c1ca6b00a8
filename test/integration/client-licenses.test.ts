import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startApi } from '#support/server.ts'

const root = join(import.meta.dirname, '../..')
const built = join(root, 'dist/client')

it('The licences at /licenses.txt name every package in the built pages and contain the text of its licence', async () => {
  const api = await startApi({ clientFolder: built })
  const answer = await fetch(`${api.url}/licenses.txt`)
  const text = await answer.text()
  await api.close()
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')

  const packages = await packagesInPages()
  expect(packages).toEqual(expect.arrayContaining(['react', 'react-dom', '@radix-ui/react-dialog', 'workbox-routing']))
  for (const name of [...packages, 'tailwindcss']) {
    const { version } = JSON.parse(await readFile(join(root, 'node_modules', name, 'package.json'), 'utf8')) as {
      version: string
    }
    expect(text).toContain(`\n${name} ${version} (`)
    expect(text).toContain(await ownLicense(name))
  }
})

/** The names of the packages whose modules are in the scripts, according to the build's list of modules. */
async function packagesInPages(): Promise<string[]> {
  const modules = await Promise.all(
    ['client', 'shared', 'worker'].map(async (program) => {
      const chunks = JSON.parse(await readFile(join(built, `.vite/weights-${program}.json`), 'utf8')) as {
        modules: { name: string }[]
      }[]
      return chunks.flatMap((chunk) => chunk.modules.map(({ name }) => name))
    }),
  )
  const names = modules.flat().map((name) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1] ?? [])
  return [...new Set(names.flat())]
}

/** The text of a package's licence; a package in the public domain may have none. */
async function ownLicense(name: string): Promise<string> {
  const folder = join(root, 'node_modules', name)
  const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each))
  return file === undefined ? 'Public domain.' : (await readFile(join(folder, file), 'utf8')).trim()
}
