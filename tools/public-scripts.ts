// At the end of the build, minifies the scripts in public/, which run before the first paint.
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
