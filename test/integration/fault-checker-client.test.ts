// The recording client must follow docs/live-protocol.md: a fault of its own would be counted against the server.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import type { ServerMessage } from '#contract/live.ts'
import { exampleItem } from '#support/examples.ts'
import { Viewer } from '#support/faults/viewer.ts'

const item = exampleItem()
const { tournamentId, athleteId } = item
const serverTime = new Date(0).toISOString()
const placed = { tournamentId, athleteId, epoch: 'a', serverTime }

it('The recording client ignores a list that was read before a match was removed [L19]', async () => {
  const { url, socket, lists } = await openServer()
  const viewer = new Viewer({ url, cookie: '', tournamentId, random: () => 0 })
  onTestFinished(() => viewer.close())
  lists.answer()
  const { send } = await socket
  await expect.poll(() => [...viewer.shown.keys()]).toEqual([`${athleteId}/${item.id}`])

  lists.hold()
  send({ type: 'followed_athletes_updated', watching: 0, serverTime })
  await expect.poll(() => lists.held()).toBe(2)
  send({
    type: 'match_update',
    ...placed,
    seq: 251,
    athlete: { id: athleteId, name: item.athleteName },
    status: 'removed',
    matches: [],
    removed: [item.id],
    timestamp: serverTime,
  })
  await expect.poll(() => viewer.shown.size).toBe(0)
  const positions = viewer.observations.filter(({ kind }) => kind === 'position').length
  lists.answer()
  await expect
    .poll(() => viewer.observations.filter(({ kind }) => kind === 'position').length)
    .toBeGreaterThan(positions)
  expect([...viewer.shown.keys()]).toEqual([])
})

/** A server whose lists hold one match at change 246. `lists` holds their answers back and releases them. */
async function openServer() {
  const waiting: (() => void)[] = []
  let isHeld = true
  const server = createServer((_request, response) => {
    const body = { matches: [item], positions: { [tournamentId]: { epoch: 'a', seq: 246 } }, watching: 0 }
    const answer = (): void => void response.end(JSON.stringify(body))
    if (isHeld) waiting.push(answer)
    else answer()
  })
  const sockets = new WebSocketServer({ server })
  const socket = once(sockets, 'connection').then(([opened]: WebSocket[]) => {
    const send = (message: ServerMessage): void => opened?.send(JSON.stringify(message))
    opened?.once('message', () =>
      send({
        type: 'subscription_confirmed',
        userId: 1,
        watching: 0,
        serverTime,
        positions: { [tournamentId]: { epoch: 'a', seq: 246 } },
        recovered: { [tournamentId]: true },
      }),
    )
    return { send }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const lists = {
    hold: () => void (isHeld = true),
    held: () => waiting.length,
    answer() {
      isHeld = false
      for (const answer of waiting.splice(0)) answer()
    },
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, socket, lists }
}
