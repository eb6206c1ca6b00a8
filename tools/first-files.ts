// Adds to the app's page the list of files that the first screen needs besides the program: the texts of each language, and the
// screens that links lead to. public/begin.js loads them in parallel.
import type { Plugin, Rolldown } from 'vite'

/** By the first segment of the address: the screen's module, and its parts of the message catalogue. */
const screens = {
  auth: ['features/auth/auth-screen.tsx', 'auth'],
  'athlete-profile': ['features/athlete/athlete-screen.tsx', 'profile', 'day'],
} as const
/** The folders of the texts, and how public/begin.js names each language. */
const languages = { en: 'en', 'pt-br': 'pt-BR', es: 'es', ja: 'ja' } as const

export const firstFiles: Plugin = {
  name: 'first-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const script = '<script src="/begin.js"'
      if (!html.includes(script)) throw new Error('The page does not load /begin.js.')
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      return html.replace(script, `${script} data-files='${JSON.stringify(filesIn(chunks))}'`)
    },
  },
}

/**
 * The files of each language, each screen ('auth') and each screen's texts ('auth es'), without the files of the program itself.
 */
function filesIn(chunks: Rolldown.OutputChunk[]): Record<string, string[]> {
  const program = new Set(
    chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => withImports(chunks, fileName)),
  )
  const filesOf = (module: string): string[] => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/client/${module}`))
    if (!chunk) throw new Error(`The build has no separate file for ${module}.`)
    return withImports(chunks, chunk.fileName).flatMap((file) => (program.has(file) ? [] : `/${file}`))
  }
  const files: Record<string, string[]> = {}
  for (const [screen, [module]] of Object.entries(screens)) files[screen] = filesOf(module)
  for (const [folder, language] of Object.entries(languages)) {
    if (language !== 'en') files[language] = filesOf(`texts/languages/${folder}.ts`)
    for (const [screen, [, ...parts]] of Object.entries(screens))
      files[`${screen} ${language}`] = parts.flatMap((part) => filesOf(`texts/${folder}/${part}.ts`))
  }
  return files
}

/** A file and everything that it imports. */
function withImports(chunks: Rolldown.OutputChunk[], file: string, found = new Set<string>()): string[] {
  if (found.has(file)) return []
  found.add(file)
  for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) withImports(chunks, next, found)
  return [...found]
}
