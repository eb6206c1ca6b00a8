// How a process ends; each test runs a separate process.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'

interface Run {
  code: number | null
  output: string[]
  errors: string
}

/** Runs a program that calls `runProcess` with `body` as its start, and performs an action at each line that the program prints. */
async function run(
  body: string,
  atLine: (line: string, kill: (signal: NodeJS.Signals) => void, child: ChildProcess) => void = () => {},
) {
  const program = `
    import { runProcess } from '#platform/lifecycle.ts'
    import { createAnnouncer, createLog } from '#platform/log.ts'
    import { StartError } from '#platform/start-error.ts'
    const say = (line) => process.stdout.write(line + '\\n')
    const resource = (name) => ({ [Symbol.asyncDispose]: async () => say('closed ' + name) })
    const forever = setInterval(() => {}, 60_000)
    const log = createLog('fatal')
    await runProcess({ log, announce: createAnnouncer(log, process) }, async (lifecycle) => { ${body} })
  `
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module']
  const child = spawn(process.execPath, [...flags, '--eval', program], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const result: Run = { code: null, output: [], errors: '' }
  child.stderr?.on('data', (chunk: Buffer) => (result.errors += String(chunk)))
  const lines = createInterface({ input: child.stdout! })
  lines.on('line', (line) => {
    result.output.push(line)
    atLine(line, (signal) => child.kill(signal), child)
  })
  // The child's 'close' event cannot be used: it is not emitted after this side has closed the channel.
  const [[code]] = await Promise.all([once(child, 'exit'), once(lines, 'close'), once(child.stderr!, 'close')])
  return { ...result, code: code as number | null }
}

const openTwo = `
  await lifecycle.start('a', () => resource('a'))
  await lifecycle.start('b', () => resource('b'))
  say('open')
`

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'A process closes everything in reverse order after %s',
  async (signal) => {
    const { code, output } = await run(openTwo, (line, kill) => line === 'open' && kill(signal))
    expect(output).toEqual(['open', 'closed b', 'closed a'])
    expect(code).toBe(0)
  },
)

it('A process closes everything when its parent is gone', async () => {
  const { code, output } = await run(openTwo, (line, _, child) => line === 'open' && child.disconnect())
  expect(output).toEqual(['open', 'closed b', 'closed a'])
  expect(code).toBe(0)
})

it('A process that is stopped during its start closes what it has opened', async () => {
  const body = `await lifecycle.start('a', () => resource('a')); say('open'); await new Promise(() => {})`
  const { code, output } = await run(body, (line, kill) => line === 'open' && kill('SIGINT'))
  expect(output).toEqual(['open', 'closed a'])
  expect(code).toBe(0)
})

it('A process ends at once at the second signal', async () => {
  const body = `
    await lifecycle.start('a', () => ({ [Symbol.asyncDispose]: () => { say('closing'); return new Promise(() => {}) } }))
    say('open')
  `
  const { code, output } = await run(body, (line, kill) => {
    if (line === 'open' || line === 'closing') kill('SIGINT')
  })
  expect(output).toEqual(['open', 'closing'])
  expect(code).toBe(1)
})

it('A process that cannot start logs one sentence, closes what is open and exits with 1', async () => {
  const body = `await lifecycle.start('a', () => resource('a')); throw new StartError('The port is taken.')`
  const { code, output, errors } = await run(body)
  expect(errors).toBe('')
  expect(JSON.parse(output[0] ?? '')).toEqual({
    level: 60,
    time: expect.any(String) as string,
    msg: 'The port is taken.',
  })
  expect(output.slice(1)).toEqual(['closed a'])
  expect(code).toBe(1)
})

it('A process logs an uncaught error, closes everything and exits with 1', async () => {
  const { code, output } = await run(`${openTwo} setTimeout(() => { throw new Error('unforeseen') })`)
  const logged = output.find((line) => line.startsWith('{')) ?? '{}'
  expect(JSON.parse(logged)).toMatchObject({ level: 60, err: { message: 'unforeseen' } })
  expect(output.filter((line) => !line.startsWith('{'))).toEqual(['open', 'closed b', 'closed a'])
  expect(code).toBe(1)
})
