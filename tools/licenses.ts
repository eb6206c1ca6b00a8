// Writes dist/client/licenses.txt: the licence of each package that the built pages contain, as most licences require.
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

/** One package of a program's scripts, as Vite writes it into the program's file of licences. */
type License = { name: string; version: string; identifier?: string; text?: string }

const fileOf = (program: string): string => `.vite/licenses-${program}.json`
/** The package in the style sheets, which Vite does not list. */
const styles = 'tailwindcss'
/** The licence of packages in the public domain, which may lack a text. */
const publicDomain = 'Unlicense'
const line = '-'.repeat(80)

/** Runs after the last program, the worker, is built. @throws if a package has no licence text. */
export const licenses: Plugin = {
  name: 'licenses',
  apply: 'build',
  configEnvironment: (program) => ({ build: { license: { fileName: fileOf(program) } } }),
  applyToEnvironment: ({ name }) => name === 'worker',
  async writeBundle({ dir = '' }) {
    const { root, environments } = this.environment.getTopLevelConfig()
    const lists = Object.entries(environments).map(
      async ([program, { build }]) => (await readJson(resolve(root, build.outDir, fileOf(program)))) as License[],
    )
    await writeFile(join(dir, 'licenses.txt'), textOf([...(await Promise.all(lists)).flat(), await licenseOfStyles()]))
  },
}

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8')) as unknown

async function licenseOfStyles(): Promise<License> {
  const folder = join(import.meta.dirname, '../node_modules', styles)
  const { name, version, license } = (await readJson(join(folder, 'package.json'))) as License & { license: string }
  return { name, version, identifier: license, text: (await readFile(join(folder, 'LICENSE'), 'utf8')).trim() }
}

/** The content of the file: each licence text once, below the packages to which it applies. */
function textOf(packages: License[]): string {
  const sorted = packages.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const parts = [...Map.groupBy(sorted, licenseText)].map(([text, group]) => {
    const names = new Set(group.map(({ name, version, identifier }) => `${name} ${version} (${identifier})`))
    return `${line}\n${[...names].join('\n')}\n\n${text}\n`
  })
  return `RollCall's pages contain these packages.\n\n${parts.join('\n')}`
}

function licenseText({ name, text, identifier }: License): string {
  if (text !== undefined) return text
  if (identifier !== publicDomain) throw new Error(`${name} has no licence text.`)
  return 'Public domain.'
}
