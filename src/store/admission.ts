// Who may ask the database. The driver lets any number wait for a connection, however long; while the database is away or
// stands still, that is everybody, and what they asked for is done long after they were told that it was not
// (reliability ).
import type { Sql, TransactionSql } from 'postgres'
import { systemClock } from '#platform/clock.ts'
import type { Wires } from './wires.ts'

type Limits = {
  /** How long anybody waits for an answer, or for a transaction to begin, in ms. */
  patience: number
  /** So many may wait for a database that says nothing. */
  mostWaiting: number
}

/** Nothing was heard from the database for so long although somebody waits: it stands still, in ms. */
const silentAfter = 1_000
/** While the database is away one question in so many ms is let through, to see whether it is back. */
const tryEvery = 500

/** The driver's question, as far as it matters here: `handler` is called when somebody first waits for it. */
type Question = Promise<unknown> & {
  handler: (question: Question) => void
  resolve: (answer: unknown) => void
  reject: (error: Error) => void
}

class RefusedError extends Error {
  /** As PostgreSQL and the operating system would call it. */
  readonly code: 'ECONNREFUSED' | '53300' | '57014'
  constructor(code: RefusedError['code'], message: string) {
    super(message)
    this.code = code
  }
}
const late = (): RefusedError => new RefusedError('57014', 'the database did not answer in time')

/**
 * The same pool, which refuses at once what cannot be answered soon: everything while the database is away, and whoever
 * comes when too many wait for one that says nothing. Who waited in vain is told so after `patience`.
 */
export function admit(sql: Sql, wires: Pick<Wires, 'isAway'>, { patience, mostWaiting }: Limits): Sql {
  const now = (): number => systemClock.monotonic()
  let waiting = 0
  let answeredAt = -Infinity
  let triedAt = -Infinity

  const refusal = (): RefusedError | null => {
    if (waiting >= mostWaiting && now() - answeredAt > silentAfter)
      return new RefusedError('53300', 'too many wait for the database')
    if (!wires.isAway()) return null
    if (now() - triedAt < tryEvery) return new RefusedError('ECONNREFUSED', 'the database is away')
    triedAt = now()
    return null
  }
  const wait = (): (() => void) => {
    if (waiting++ === 0) answeredAt = now()
    return () => {
      waiting--
      answeredAt = now()
    }
  }

  const watch = <Result>(result: Result): Result => {
    if (!(result instanceof Promise)) return result
    const question = result as unknown as Question
    const { handler } = question
    question.handler = Object.assign(() => {
      const { resolve, reject } = question
      const refused = refusal()
      if (refused) return reject(refused)
      let answered: (() => void) | null = wait()
      const cancel = systemClock.after(patience, () => reject(late()))
      const end = (): void => {
        cancel()
        answered?.()
        answered = null
      }
      question.resolve = (answer) => {
        end()
        resolve(answer)
      }
      question.reject = (error) => {
        end()
        reject(error)
      }
      handler(question)
    }, handler)
    return result
  }

  const begin = async (...args: unknown[]): Promise<unknown> => {
    const act = args.pop() as (tx: TransactionSql) => unknown
    const refused = refusal()
    if (refused) throw refused
    const answered = wait()
    let isGivenUp = false
    const inVain = Promise.withResolvers<never>()
    const cancel = systemClock.after(patience, () => {
      isGivenUp = true
      inVain.reject(late())
    })
    const begun = (sql.begin as (...all: unknown[]) => Promise<unknown>)(...args, (tx: TransactionSql) => {
      cancel()
      if (isGivenUp) throw late()
      return act(tx)
    }).finally(() => {
      cancel()
      answered()
    })
    return Promise.race([begun, inVain.promise])
  }

  const unsafe = (...args: Parameters<Sql['unsafe']>): ReturnType<Sql['unsafe']> => watch(sql.unsafe(...args))
  return new Proxy(sql, {
    apply: (target, _, args: Parameters<Sql>) => watch(target(...args)),
    get: (target, key) => (key === 'begin' ? begin : key === 'unsafe' ? unsafe : Reflect.get(target, key)),
  })
}
