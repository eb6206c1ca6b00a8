import { describe, expect, it } from 'vitest'
import { clientAddress } from '#platform/client-address.ts'
import { createFairQueue, type TaskKind } from './fair-queue.ts'

/** A queue whose tasks end when the test ends them. Records their names in the order in which they started. */
function startQueue() {
  const enqueue = createFairQueue({ atOnce: 4, ofKindAtOnce: 3, mayWait: 20, ofKindMayWait: 15, ofNetworkMayWait: 10 })
  const began: string[] = []
  const ends = new Map<string, () => void>()
  const refused: string[] = []
  const arrive = (kind: TaskKind, address: string, name = `${kind} ${address}`): void => {
    enqueue({ kind, ip: clientAddress(address) }, () => {
      began.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    }).catch((error: { code: string }) => refused.push(`${name} ${error.code}`))
  }
  /** The tasks that have started since the last call. */
  const settle = async (): Promise<string[]> => {
    await new Promise((resolve) => setImmediate(resolve))
    return began.splice(0)
  }
  const end = async (name: string): Promise<string[]> => {
    ends.get(name)?.()
    return settle()
  }
  return { arrive, settle, end, refused }
}

const addresses = (count: number): string[] => Array.from({ length: count }, (_, at) => `198.51.100.${at}`)

describe('The fair queue', () => {
  it('[N-03] reserves one place for sign-ins while sign-ups come from many networks', async () => {
    const { arrive, settle } = startQueue()
    for (const address of addresses(15)) arrive('sign-up', address)
    expect(await settle()).toHaveLength(3)
    arrive('sign-in', '192.0.2.1')
    expect(await settle()).toEqual(['sign-in 192.0.2.1'])
  })

  it('[N-03] runs sign-ins before earlier sign-ups, and reserves one place for sign-ups', async () => {
    const { arrive, settle, end } = startQueue()
    for (const address of addresses(6)) arrive('sign-up', address)
    await settle()
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']) arrive('sign-in', address)
    expect(await settle()).toEqual(['sign-in 192.0.2.1'])
    expect(await end('sign-up 198.51.100.0')).toEqual(['sign-in 192.0.2.2'])
    expect(await end('sign-up 198.51.100.1')).toEqual(['sign-in 192.0.2.3'])
    expect(await end('sign-up 198.51.100.2')).toEqual(['sign-up 198.51.100.3'])
    expect(await end('sign-in 192.0.2.1')).toEqual(['sign-in 192.0.2.4'])
  })

  it('[N-03] refuses sign-ups while sign-ins can still wait', async () => {
    const { arrive, settle, refused } = startQueue()
    for (const address of addresses(20)) arrive('sign-up', address)
    await settle()
    expect(refused).toEqual(['sign-up 198.51.100.18 busy', 'sign-up 198.51.100.19 busy'])
    for (const address of addresses(7)) arrive('sign-in', address)
    await settle()
    expect(refused.slice(2)).toEqual(['sign-in 198.51.100.6 busy'])
  })

  it('[N-03] limits how many tasks of one network wait', async () => {
    const { arrive, settle, refused } = startQueue()
    for (let at = 0; at < 15; at++) arrive('sign-in', `2001:db8::${at}`)
    await settle()
    expect(refused).toHaveLength(2)
    arrive('sign-in', '2001:db8:1::1')
    await settle()
    expect(refused).toHaveLength(2)
  })

  it('[N-03] refuses, when it is full, the last task of the network with the most waiting tasks in favour of another network', async () => {
    const { arrive, settle, refused } = startQueue()
    for (let at = 0; at < 11; at++) arrive('sign-in', '192.0.2.1', `first ${at}`)
    for (let at = 0; at < 7; at++) arrive('sign-in', '2001:db8::1', `second ${at}`)
    arrive('sign-in', '192.0.2.2', 'third 0')
    arrive('sign-in', '192.0.2.2', 'third 1')
    await settle()
    expect(refused).toEqual(['first 10 busy', 'first 9 busy'])
  })

  it('[N-03] refuses a new task, when it is full, if no other network has at least two more waiting tasks', async () => {
    const { arrive, settle, refused } = startQueue()
    for (const address of addresses(18)) arrive('sign-in', address)
    arrive('sign-in', '192.0.2.1')
    await settle()
    expect(refused).toEqual(['sign-in 192.0.2.1 busy'])
  })

  it('[N-03] runs the sign-ins of all other networks while two networks keep it full', async () => {
    const { arrive, settle, end, refused } = startQueue()
    const running: string[] = []
    const started = new Set<string>()
    const noteStarted = (names: string[]): void => {
      running.push(...names)
      for (const name of names) started.add(name)
    }
    let attempts = 0
    const fill = (): void => {
      for (const address of ['192.0.2.1', '2001:db8::1'])
        for (let at = 0; at < 20; at++) arrive('sign-in', address, `attempt ${attempts++}`)
    }
    fill()
    noteStarted(await settle())
    for (const address of addresses(25)) {
      arrive('sign-in', address, address)
      fill()
      noteStarted(await end(running.shift() ?? ''))
    }
    for (let at = 0; at < 25; at++) noteStarted(await end(running.shift() ?? ''))
    expect(refused.filter((name) => name.startsWith('198.'))).toEqual([])
    expect(addresses(25).filter((name) => !started.has(name))).toEqual([])
  })

  it('[N-03] alternates between networks, however many tasks one of them has', async () => {
    const { arrive, settle, end } = startQueue()
    for (let at = 0; at < 8; at++) arrive('sign-in', '192.0.2.1', `hall ${at}`)
    await settle()
    arrive('sign-in', '192.0.2.2', 'other')
    arrive('sign-in', '192.0.2.3', 'third')
    expect(await end('hall 0')).toEqual(['hall 3'])
    expect(await end('hall 1')).toEqual(['other'])
    expect(await end('hall 2')).toEqual(['third'])
    expect(await end('other')).toEqual(['hall 4'])
  })

  it('runs the next task after one that fails', async () => {
    const enqueue = createFairQueue({ atOnce: 1, ofKindAtOnce: 1, mayWait: 1, ofKindMayWait: 1, ofNetworkMayWait: 1 })
    const owner = { kind: 'sign-in', ip: clientAddress('192.0.2.1') } as const
    const failing = enqueue(owner, () => Promise.reject(new Error('no memory')))
    const next = enqueue(owner, () => Promise.resolve('done'))
    await expect(failing).rejects.toThrow('no memory')
    await expect(next).resolves.toBe('done')
  })
})
