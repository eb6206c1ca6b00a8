// Parses the Dockerfile and .dockerignore for tools/try-image.ts; supports only the instructions that the Dockerfile uses.

export type Step =
  | { kind: 'copy'; from: string | undefined; sources: string[]; target: string }
  | { kind: 'run'; command: string }
  | { kind: 'env'; values: Record<string, string> }
  | { kind: 'workdir'; path: string }

export type Stage = {
  name: string
  /** The image or the earlier stage on which it is based; an image's digest is left out. */
  base: string
  steps: Step[]
  /** 'uid:gid'; undefined is root. */
  user: string | undefined
  entrypoint: string[]
}

/** Instructions that set only metadata of the image; they are skipped, and so are arguments, which then are empty. */
const skippedInstructions = new Set(['EXPOSE', 'STOPSIGNAL', 'HEALTHCHECK', 'ARG'])

/**
 * The stages in order.
 * @throws Error for an unsupported instruction.
 */
export function parseDockerfile(text: string): Stage[] {
  const stages: Stage[] = []
  const lines = text.replaceAll(/^\s*#.*\n/gm, '').replaceAll(/\\\n\s*/g, ' ')
  for (const line of lines.split('\n').filter((each) => each.trim() !== '')) {
    const [, instruction = '', rest = ''] = /^(\w+)\s+(.+)$/.exec(line.trim()) ?? []
    const stage = stages.at(-1)
    if (instruction === 'FROM') stages.push(openStage(rest))
    else if (!stage) throw new Error(`${instruction} comes before the first FROM.`)
    else if (instruction === 'USER') stage.user = rest
    else if (instruction === 'ENTRYPOINT') stage.entrypoint = JSON.parse(rest) as string[]
    else if (!skippedInstructions.has(instruction)) stage.steps.push(parseStep(instruction, rest))
  }
  return stages
}

function openStage(rest: string): Stage {
  const [, base, name = base] = /^([^\s@]+)(?:@sha256:[\da-f]{64})?(?: AS (\S+))?$/.exec(rest) ?? []
  if (base === undefined || name === undefined) throw new Error(`FROM ${rest} is not supported.`)
  return { name, base, steps: [], user: undefined, entrypoint: [] }
}

function parseStep(instruction: string, rest: string): Step {
  if (instruction === 'RUN') return { kind: 'run', command: rest }
  if (instruction === 'WORKDIR') return { kind: 'workdir', path: rest }
  if (instruction === 'ENV')
    return {
      kind: 'env',
      values: Object.fromEntries(rest.split(' ').map(parseVariable)),
    }
  if (instruction !== 'COPY') throw new Error(`${instruction} is not supported.`)
  const [, from, paths = ''] = /^(?:--from=(\S+) )?(.+)$/.exec(rest) ?? []
  const sources = paths.split(' ')
  const target = sources.pop() ?? ''
  return { kind: 'copy', from, sources, target }
}

/** 'NAME=value' as a pair. */
function parseVariable(text: string): [string, string] {
  const [, name, value] = /^([^=]+)=(.*)$/.exec(text) ?? []
  if (name === undefined || value === undefined) throw new Error(`ENV ${text} is not supported.`)
  return [name, value]
}

/**
 * Returns a function that reports whether .dockerignore excludes a path of the build context. The last line that matches the path,
 * or a folder above it, decides.
 */
export function ignoredBy(text: string): (path: string) => boolean {
  const rules = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ isKept: line.startsWith('!'), pattern: patternOf(line.replace(/^!/, '')) }))
  return (path) => rules.findLast(({ pattern }) => pattern.test(path))?.isKept === false
}

/** The pattern of a line with `*` and `**` + '/'; '@' stands for '.*' until each single `*` is replaced. */
function patternOf(glob: string): RegExp {
  const source = glob
    .replaceAll('.', String.raw`\.`)
    .replaceAll('**/', '(?:@/)?')
    .replaceAll('*', '[^/]*')
    .replaceAll('@', '.*')
  return new RegExp(`^${source}(?:/|$)`)
}
