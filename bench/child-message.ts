// Messages of a benchmark's child processes.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/**
 * Resolves with the next message of a child process; `name` is the process in the error.
 * @throws Error if the process has ended, or ends before it sends a message.
 */
export async function nextMessageOf<Message>(child: ChildProcess, name: string): Promise<Message> {
  const fail = (code: number | null, signal: NodeJS.Signals | null): never => {
    throw new Error(`${name} ended with ${code ?? signal}`)
  }
  if (child.exitCode !== null || child.signalCode !== null) fail(child.exitCode, child.signalCode)
  const listening = new AbortController()
  try {
    const ended = once(child, 'exit', listening).then(([code, signal]) => fail(code, signal))
    const [message] = (await Promise.race([once(child, 'message', listening), ended])) as [Message]
    return message
  } finally {
    listening.abort()
  }
}
