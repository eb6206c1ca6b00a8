import { expect, it } from 'vitest'
import { mergeHalls } from '#contract/match-estimate.ts'
import { ServerMessage } from '#contract/live.ts'
import type { HallRecord } from '#domain/hall-record.ts'
import { fakeClock } from '#support/clock.ts'
import { exampleTournament } from '#support/examples.ts'
import { Channel } from './channel.ts'
import type { Connection } from './connection.ts'

const interval = 20_000
const { id } = exampleTournament()
const morning = Date.parse('2026-11-21T14:00:00Z')

/** A record of two mats; `left` matches have left each of them. */
const recordOf = (left: number): HallRecord => ({
  date: '2026-11-21',
  asOf: morning + left * 60_000,
  pace: 0.95,
  spread: 0.04,
  unevenness: 0.1,
  stop: null,
  mats: [1, 2].map((mat) => ({
    mat,
    state: 'running',
    anchor: morning,
    running: 7.2,
    left: { fights: left, turnovers: 7 * left },
    isOn: true,
  })),
})

/** A channel whose hall has this record, and clients that collect the updates of the hall. */
function openChannel() {
  const clock = fakeClock(morning)
  const hall = { record: recordOf(10) }
  const state = { tournament: exampleTournament(), categories: new Map(), athletes: new Map(), matches: new Map() }
  const channel = new Channel(
    {
      held: () => ({
        state,
        position: { epoch: 'one', seq: 1 },
        source: { state: 'ok', fetchedAt: null, changedAt: null },
        hall: hall.record,
      }),
      since: () => [],
    } as unknown as ConstructorParameters<typeof Channel>[0],
    clock,
  )
  const join = () => {
    const messages: ServerMessage[] = []
    const socket = { isCongested: false }
    const outbound = {
      enqueue: (frame: Buffer) =>
        void messages.push(ServerMessage.parse(JSON.parse(frame.subarray(frame.indexOf('{"type"')).toString()))),
      waitsForDrain: () => socket.isCongested,
      get isCongested() {
        return socket.isCongested
      },
    }
    const stream = channel.open({ outbound } as unknown as Connection, true, new Set())
    channel.sendHall(stream)
    const halls = () =>
      messages.reduce(
        (known, message) => (message.type === 'hall_update' ? mergeHalls(known, id, message.hall) : known),
        {},
      )
    return { stream, messages, socket, halls }
  }
  return { channel, clock, hall, join }
}

it('a compact client that subscribes gets the record of the hall once, even if the others are due an update', async () => {
  const { clock, hall, join } = openChannel()
  const first = join()
  expect(first.messages).toHaveLength(1)
  hall.record = recordOf(15)
  await clock.advance(interval)
  const second = join()
  expect([first.messages.length, second.messages.length]).toEqual([2, 1])
  expect([first.halls(), second.halls()]).toEqual([{ [id]: recordOf(15) }, { [id]: recordOf(15) }])
})

it('a compact client that missed only a record of the hall during congestion gets it after its socket has drained', async () => {
  const { channel, clock, hall, join } = openChannel()
  const client = join()
  await clock.advance(interval)
  client.socket.isCongested = true
  hall.record = recordOf(20)
  channel.sourceChanged()
  expect([client.messages.length, client.stream.lacksHall]).toEqual([1, true])
  client.socket.isCongested = false
  channel.catchUp(client.stream)
  expect(client.halls()).toEqual({ [id]: recordOf(20) })
  expect(client.stream.lacksHall).toBe(false)
})
