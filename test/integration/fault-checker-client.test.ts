// The recording client must follow docs/live-protocol.md: its faults would be reported as faults of the server.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import type { ServerMessage } from '#contract/live.ts'
import type { MatchItem } from '#contract/match-item.ts'
import { exampleItem } from '#support/examples.ts'
import { Viewer } from '#support/faults/viewer.ts'

const item = exampleItem()
const { tournamentId, athleteId } = item
const serverTime = new Date(0).toISOString()

it('The recording client ignores a list that was read before a match was removed [L19]', async () => {
  const { url, socket, lists } = await openServer()
  const viewer = new Viewer({ url, cookie: '', tournamentId, random: () => 0 })
  onTestFinished(() => viewer.close())
  lists.answer()
  const { send } = await socket
  await expect.poll(() => [...viewer.shown.keys()]).toEqual([`${athleteId}/${item.id}`])

  lists.hold()
  send({ type: 'followed_athletes_updated', watching: 0, serverTime })
  await expect.poll(() => lists.heldCount()).toBe(2)
  send({
    type: 'match_update',
    tournamentId,
    athleteId,
    epoch: 'a',
    serverTime,
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

it('The recording client takes each list at its own position, and records a match that neither list has any more [L14]', async () => {
  const { url, socket, lists } = await openServer()
  const viewer = new Viewer({ url, cookie: '', tournamentId, random: () => 0 })
  onTestFinished(() => viewer.close())
  lists.answer()
  const { send } = await socket
  await expect.poll(() => viewer.shown.size).toBe(1)

  // The match ends with change 250: the list of upcoming matches was read after that change, the list of completed ones before
  // it.
  lists.set({ upcoming: { seq: 250, matches: [] }, completed: { seq: 248, matches: [] } })
  send({ type: 'followed_athletes_updated', watching: 0, serverTime })
  await expect.poll(() => viewer.shown.size).toBe(0)
  const gone = { kind: 'shown', key: `${athleteId}/${item.id}`, facts: null, seq: 248, source: 'list' }
  expect(viewer.observations).toContainEqual(gone)

  lists.set({ upcoming: { seq: 251, matches: [item] }, completed: { seq: 250, matches: [] } })
  send({ type: 'followed_athletes_updated', watching: 0, serverTime })
  await expect.poll(() => viewer.shown.get(gone.key)?.seq).toBe(251)
})

type List = { seq: number; matches: MatchItem[] }
type Lists = Record<'upcoming' | 'completed', List>

/** A server whose lists hold one match at change 246. `lists` sets their contents, and delays and releases the answers. */
async function openServer() {
  const waiting: (() => void)[] = []
  let isHeld = true
  let present: Lists = { upcoming: { seq: 246, matches: [item] }, completed: { seq: 246, matches: [] } }
  const server = createServer(({ url = '' }, response) => {
    const { seq, matches } = url.endsWith('/upcoming') ? present.upcoming : present.completed
    const body = { matches, positions: { [tournamentId]: { epoch: 'a', seq } }, watching: 0 }
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
    set: (next: Lists) => void (present = next),
    hold: () => void (isHeld = true),
    heldCount: () => waiting.length,
    answer() {
      isHeld = false
      for (const answer of waiting.splice(0)) answer()
    },
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, socket, lists }
}
