// node tools/try-image.ts [folder] [target]: runs the steps of the Dockerfile without a container engine, as root on Linux. Each
// stage is a folder in <folder>, mounted at its WORKDIR in its own mount namespace; base images are replaced by this machine's
// files. Prints what each step copies, and fails if the image of the target would exceed its limit, which is checked for base
// images of known size. The files of the target are then in <folder>/<target>; bench/many-processes.soak.ts runs them as the
// image's user with all files read-only.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { ignoredBy, parseDockerfile, type Stage, type Step } from './dockerfile.ts'

/** Unpacked sizes in MB, as the registry's pages state them; they cannot be measured without an engine. */
const baseSizes: Record<string, number> = { 'debian:bookworm-slim': 75 }
/** In MB of 10^6 bytes, as engines count. */
const limit = 300

const root = join(import.meta.dirname, '..')
const [givenFolder = '/tmp/rollcall-image', wantedStage = 'runtime'] = process.argv.slice(2)
const folder = resolve(givenFolder)
const isIgnored = ignoredBy(readFileSync(join(root, '.dockerignore'), 'utf8'))
const stages = parseDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'))
const folderOf = (stage: string): string => join(folder, stage)

const wantedIndex = stages.findIndex(({ name }) => name === wantedStage)
if (wantedIndex === -1) throw new Error(`The Dockerfile has no target ${wantedStage}.`)
rmSync(folder, { recursive: true, force: true })
for (const stage of stages.slice(0, wantedIndex + 1)) build(stage)

function build(stage: Stage): void {
  console.log(`── ${stage.name}, from ${stage.base}`)
  let workdir = '/'
  const env: Record<string, string> = {}
  let copied = 0
  mkdirSync(folderOf(stage.name), { recursive: true })
  for (const step of stage.steps) {
    if (step.kind === 'workdir') workdir = step.path
    if (step.kind === 'env') Object.assign(env, step.values)
    if (step.kind === 'run') run(stage.name, workdir, step.command, env)
    if (step.kind === 'copy') copied += copy(stage.name, workdir, step)
  }
  const base = baseSizes[stage.base]
  if (stage.name !== wantedStage || base === undefined) return
  const total = base + copied
  console.log(
    `${stage.name}: ${copied.toFixed(1)} MB copied and ${base} MB of ${stage.base}: ${total.toFixed(1)} MB (limit ${limit})`,
  )
  if (total > limit) process.exitCode = 1
}

/** Copies files into a stage; returns their size in MB. */
function copy(stage: string, workdir: string, { from, sources, target }: Extract<Step, { kind: 'copy' }>): number {
  const into = join(folderOf(stage), resolve(workdir, target))
  const before = sizeOf(folderOf(stage))
  for (const source of sources) {
    const path = from === undefined ? join(root, source) : originOf(from, source)
    // A file is copied into a folder or to a new name; of a folder, the contents are copied.
    const isInto = statSync(path).isFile() && (target.endsWith('/') || sources.length > 1)
    mkdirSync(isInto ? into : dirname(into), { recursive: true })
    cpSync(path, isInto ? join(into, basename(source)) : into, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (each) => from !== undefined || each === root || !isIgnored(relative(root, each)),
    })
  }
  const size = sizeOf(folderOf(stage)) - before
  console.log(`  COPY ${sources.join(' ')}: ${size.toFixed(1)} MB`)
  return size
}

/**
 * A file of an earlier stage, or of its base image. Of base images only Node is copied, which is replaced by this process's own.
 */
function originOf(stage: string, path: string): string {
  return path === '/usr/local/bin/node' ? process.execPath : join(folderOf(stage), path)
}

/** Runs a command in the stage's working directory, which is mounted at its real path for this command only. */
function run(stage: string, workdir: string, command: string, env: Record<string, string>): void {
  console.log(`  RUN ${command}`)
  const script = 'mkdir -p "$1" "$2" && mount --bind "$1" "$2" && cd "$2" && exec sh -c "$3"'
  const { status } = spawnSync(
    'unshare',
    ['--mount', 'sh', '-ec', script, 'sh', join(folderOf(stage), workdir), workdir, command],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, HOME: process.env.HOME, ...env },
    },
  )
  if (status !== 0) throw new Error(`the step failed in ${stage}: ${command}`)
}

/** In MB of 10^6 bytes. */
function sizeOf(path: string): number {
  const { stdout } = spawnSync('du', ['--summarize', '--apparent-size', '--block-size=1', path], { encoding: 'utf8' })
  return Number(stdout.split('\t')[0]) / 1e6
}
