/**
 * Runs a simulator as a process of its own: node simulator/main.ts --port= --host= --speed= --seed= --began= --start=
 * --replay=folder --child
 */
import { parseArgs } from 'node:util'
import { startSimulator } from './index.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    host: { type: 'string', default: '127.0.0.1' },
    /** Simulated seconds per real second. */
    speed: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    /** The simulated time at the start, in ISO 8601. */
    start: { type: 'string' },
    /** The real time at which this simulation first started, in ISO 8601: simulated time has passed since. Replaces --start. */
    began: { type: 'string' },
    replay: { type: 'string' },
    /** The process ends with its parent: when standard input or the IPC channel closes. */
    child: { type: 'boolean', default: false },
  },
})

const simulator = await startSimulator({
  port: Number(values.port),
  host: values.host,
  seed: Number(values.seed),
  speed: Number(values.speed),
  ...(values.began !== undefined && { began: Date.parse(values.began) }),
  ...(values.start !== undefined && { startAt: Date.parse(values.start) }),
  ...(values.replay !== undefined && { replay: values.replay }),
})

const { now, speed } = simulator.control.state()
process.stdout.write(`${JSON.stringify({ url: simulator.url, now, speed })}\n`)

function stop(): void {
  void simulator.close().then(() => process.exit(0))
}

process.once('SIGINT', stop)
process.once('SIGTERM', stop)
if (values.child) {
  process.once('disconnect', stop)
  process.stdin.once('end', stop).once('close', stop).resume()
}
