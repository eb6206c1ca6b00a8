// Writes into the app's page which files hold each language's first words, so that public/language.js has them fetched
// beside the program and not after it.
import type { Plugin } from 'vite'

const tongue = /\/src\/client\/texts\/languages\/([\w-]+)\.ts$/

export const languageFiles: Plugin = {
  name: 'language-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const program = chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName, imports }) => [fileName, ...imports])
      const attributes = chunks.flatMap(({ facadeModuleId, fileName, imports }) => {
        const [, language] = tongue.exec(facadeModuleId ?? '') ?? []
        const files = [fileName, ...imports.filter((file) => !program.includes(file))]
        return language ? `data-${language}="${files.map((file) => `/${file}`).join(' ')}"` : []
      })
      const script = '<script src="/language.js"'
      if (attributes.length === 0 || !html.includes(script)) throw new Error('The page does not name its languages.')
      return html.replace(script, [script, ...attributes].join(' '))
    },
  },
}
