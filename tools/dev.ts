// npm run dev, called by tools/start.mjs: Vite serves the pages at RollCall's address. It forwards calls of the API, logos,
// previews of shared pages, the mailbox, the robot's page and the socket to the server, which is restarted when its sources change.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createListener, type AddressInfo } from 'node:net'
import { join, sep } from 'node:path'
import { renderSharedPages } from './dev-shared-page.ts'
import { serverFlags } from './prepare.mjs'
import { createServer as createVite, type ViteDevServer } from 'vite'

const root = join(import.meta.dirname, '..')
const client = join(root, 'src/client')
/** Restarts are delayed by this time, in ms, because several files are often saved at once. */
const settleMs = 100

const port = Number(process.env.PORT || 3000)
const serverPort = await findFreePort()
const env = {
  ...process.env,
  PORT: String(serverPort),
  HOST: '127.0.0.1',
  PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${port}`,
}

let server: ChildProcess | undefined
let isStopping = false
let restart: NodeJS.Timeout | undefined
/** The latest start of the server. The next one waits for it, because two servers cannot use the same data directory. */
let starting = Promise.resolve()

const vite = await startVite()
// Vite's own listener would end this process before the server has stopped.
process.removeAllListeners('SIGTERM')
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, () => void stop())
vite.watcher.add([join(root, 'src'), join(root, 'simulator')])
vite.watcher.on('all', (_, path) => {
  if (!/\.(ts|sql)$/.test(path) || path.endsWith('.test.ts') || path.startsWith(client + sep)) return
  clearTimeout(restart)
  restart = setTimeout(() => {
    starting = starting.then(startServer)
  }, settleMs)
})
starting = startServer()
await starting

async function startVite(): Promise<ViteDevServer> {
  // Keep the Host header: the server compares it with Origin.
  const target = { target: `http://127.0.0.1:${serverPort}`, changeOrigin: false }
  try {
    const created = await createVite({
      configFile: join(root, 'vite.config.ts'),
      plugins: [renderSharedPages(`http://127.0.0.1:${serverPort}`)],
      logLevel: 'warn',
      clearScreen: false,
      server: {
        port,
        strictPort: true,
        host: process.env.HOST || 'localhost',
        proxy: {
          '/api/': target,
          '/logos/': target,
          '^/shared/[^/]+/preview\\.png': target,
          '^/(?:bot|mailbox)(?:/|$)': target,
          '/ws': { ...target, ws: true },
        },
      },
    })
    return await created.listen()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return process.exit(1)
  }
}

/** Starts or restarts the server, unless this process is stopping. */
async function startServer(): Promise<void> {
  await endServer()
  if (isStopping) return
  const child = spawn(process.execPath, [...serverFlags, join(root, 'src/main/index.ts'), ...process.argv.slice(2)], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  server = child
  child.once('exit', () => {
    if (server === child && !isStopping) console.error('The server has ended; it starts again when its sources change.')
  })
}

async function endServer(): Promise<void> {
  const child = server
  server = undefined
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

/** Stops the server and Vite; exits at once if it is called again. */
async function stop(): Promise<void> {
  if (isStopping) process.exit(1)
  isStopping = true
  await Promise.all([starting.then(endServer), vite.close()])
  process.exit(0)
}

async function findFreePort(): Promise<number> {
  const listener = createListener().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port: free } = listener.address() as AddressInfo
  listener.close()
  return free
}
