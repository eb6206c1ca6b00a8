import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('The nightly workflow and the head of tools/soak.ts name every soak run once, and no other', () => {
  const { stderr } = spawnSync(process.execPath, ['tools/soak.ts', 'no-such-run'], { encoding: 'utf8' })
  const runs = (/There are ([a-z, ]+)\./.exec(stderr)?.[1] ?? '').split(', ').toSorted()
  expect(runs).toContain('chaos')

  const head = readFileSync('tools/soak.ts', 'utf8').matchAll(/^\/\/ {3}(\w+)/gm)
  expect([...head].map(([, name = '']) => name).toSorted()).toEqual(runs)

  const workflow = readFileSync('.github/workflows/nightly.yml', 'utf8')
  const [, list = ''] = /^ +run: \[(.+)\]$/m.exec(workflow) ?? []
  const included = [...workflow.matchAll(/- \{ run: (\w+),/g)].map(([, name = '']) => name)
  expect([...list.split(', '), ...included].toSorted()).toEqual(runs)
})

it('Every job of a workflow that uses Node prepares its machine in the same way, which permits Chromium’s sandbox', () => {
  const folder = '.github/workflows'
  const jobs = readdirSync(folder).flatMap((file) =>
    readFileSync(`${folder}/${file}`, 'utf8')
      .split(/^ {2}(?=\w+:$)/m)
      .filter((job) => /\bnpm |\.ci\/run/.test(job.replaceAll(/#.*/g, ''))),
  )
  expect(jobs.length).toBeGreaterThan(3)
  for (const job of jobs) expect(job).toContain('- uses: ./.github/actions/prepare')
  const action = readFileSync('.github/actions/prepare/action.yml', 'utf8')
  expect(action).toContain('sysctl -w kernel.apparmor_restrict_unprivileged_userns=0')
})

it('Every third-party action is pinned by the hash of its commit, with its version beside it', () => {
  const files = readdirSync('.github', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yml'))
  const used = files.flatMap((file) => readFileSync(`.github/${file}`, 'utf8').match(/\buses: (?!\.\/).+/g) ?? [])
  expect(used.length).toBeGreaterThan(4)
  for (const action of used) expect(action).toMatch(/^uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
})
