// The scripts that run before the first paint are served as they are written: they are made small when everything is.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minify, type Plugin } from 'vite'

const scripts = ['theme.js', 'begin.js']

export const publicScripts: Plugin = {
  name: 'public-scripts',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async writeBundle({ dir = '' }) {
    for (const script of scripts) {
      const file = join(dir, script)
      const { code, errors } = await minify(script, await readFile(file, 'utf8'))
      if (errors.length > 0) this.error(errors.map(({ message }) => message).join('\n'))
      await writeFile(file, code)
    }
  },
}
