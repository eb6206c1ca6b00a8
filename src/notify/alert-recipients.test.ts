import { describe, expect, it } from 'vitest'
import { defaultSteps } from '#domain/steps.ts'
import type { Recipient } from '#store'
import { AlertRecipients, createRecipientReader } from './alert-recipients.ts'

/** A user who follows these athletes, given as 'tournament athlete'. */
const recipient = (userId: number, ...athletes: string[]): Recipient => ({
  userId,
  athletes: athletes.map((each) => {
    const [tournamentId = 0, id = 0] = each.split(' ').map(Number)
    return { id, tournamentId }
  }),
  steps: null,
})
const listed = (recipients: AlertRecipients): Record<number, unknown> =>
  Object.fromEntries(recipients.tournamentIds().map((id) => [id, [...(recipients.followers(id) ?? [])]]))

describe('The recipients of alerts', () => {
  it('are listed by athlete, in the order of ids', () => {
    const recipients = new AlertRecipients()
    recipients.replace([1, 2], [recipient(1, '10 102', '10 101', '20 201'), recipient(2, '10 101')])
    expect(listed(recipients)).toEqual({
      10: [
        [101, [1, 2]],
        [102, [1]],
      ],
      20: [[201, [1]]],
    })
  })

  it('change for one user without a change for the others, and name the tournaments concerned', () => {
    const recipients = new AlertRecipients()
    recipients.replace([1, 2], [recipient(1, '10 101', '20 201'), recipient(2, '10 101')])
    expect(recipients.followers(10)).toEqual(new Map([[101, [1, 2]]]))
    expect(recipients.replace([1], [recipient(1, '30 301')])).toEqual(new Set([10, 20, 30]))
    expect(listed(recipients)).toEqual({ 10: [[101, [2]]], 30: [[301, [1]]] })
  })

  it('lose a user without a device, and the steps that the user has chosen', () => {
    const recipients = new AlertRecipients()
    recipients.replace([1], [{ ...recipient(1, '10 101'), steps: defaultSteps }])
    expect(recipients.steps).toEqual(new Map([[1, defaultSteps]]))
    recipients.replace([1], [])
    expect([listed(recipients), recipients.steps]).toEqual([{}, new Map()])
  })

  it('lose the users between two ids who are no longer found there', () => {
    const recipients = new AlertRecipients()
    recipients.replace([1, 5, 9], [recipient(1, '10 101'), recipient(5, '10 101'), recipient(9, '10 101')])
    recipients.replaceBetween(1, 8, [recipient(3, '10 102')])
    expect(listed(recipients)).toEqual({
      10: [
        [101, [1, 9]],
        [102, [3]],
      ],
    })
  })
})

describe('The reading of recipients', () => {
  /** More users than one statement reads, and the statements that were sent. */
  function openTable() {
    const users = new Map(Array.from({ length: 1_200 }, (_, index) => [index + 1, recipient(index + 1, '10 101')]))
    const statements: string[] = []
    let isAway = false
    const answer = (statement: string, found: Recipient[]): Promise<Recipient[]> => {
      statements.push(statement)
      return isAway ? Promise.reject(new Error('the database is away')) : Promise.resolve(found)
    }
    const reader = createRecipientReader(
      {
        recipientsAfter: (after, limit) =>
          answer(`after ${after}`, [...users.values()].filter(({ userId }) => userId > after).slice(0, limit)),
        recipientsAmong: (ids) =>
          answer(
            `among ${ids.join()}`,
            ids.flatMap((id) => users.get(id) ?? []),
          ),
      },
      () => {},
    )
    return { users, reader, sent: () => statements.splice(0), setAway: (away: boolean) => void (isAway = away) }
  }

  it('reads all users in parts, and later one part at a time', async () => {
    const { reader, sent } = openTable()
    await reader.readAll()
    expect(sent()).toEqual(['after 0', 'after 500', 'after 1000'])
    expect(reader.recipients.followers(10)?.get(101)).toHaveLength(1_200)
    for (const part of ['after 0', 'after 500', 'after 1000', 'after 0']) {
      await reader.readAgain()
      expect(sent()).toEqual([part])
    }
  })

  it('reads only the users whose rows changed', async () => {
    const { reader, users, sent } = openTable()
    await reader.readAll()
    sent()
    users.set(7, recipient(7, '20 201'))
    users.delete(8)
    reader.noteChange(7)
    reader.noteChange(8)
    await reader.readChanged()
    expect(sent()).toEqual(['among 7,8'])
    expect(reader.recipients.followers(10)?.get(101)).toHaveLength(1_198)
    expect(reader.recipients.followers(20)).toEqual(new Map([[201, [7]]]))
  })

  it('reads again what the database refused', async () => {
    const { reader, sent, setAway } = openTable()
    setAway(true)
    await expect(reader.readAll()).rejects.toThrow('away')
    setAway(false)
    await reader.readAgain()
    expect(sent()).toEqual(['after 0', 'after 0', 'after 500', 'after 1000'])
    setAway(true)
    reader.noteChange(7)
    await expect(reader.readChanged()).rejects.toThrow('away')
    setAway(false)
    await reader.readChanged()
    expect(sent()).toEqual(['among 7', 'among 7'])
  })
})
