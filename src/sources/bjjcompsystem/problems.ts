// Collects the problems of a page while its reader continues.
import { cleanText } from '#domain/name.ts'
import type { Problem } from '#domain/reading.ts'

export type Problems = {
  /** Adds a problem that made the reader skip rows or a block; the reading is then partial. */
  addLoss(code: string, where: string, detail: string, rows?: number): void
  /** Adds a problem without any loss of data. */
  addOddity(code: string, where: string, detail: string): void
  /** Counts a row that was read, for `markupProblem`. */
  countRow(): void
  /** Declares the page's markup unknown, whatever rows could be read. */
  reject(reason: string): void
  /** Why the markup is unknown: the page was rejected, or none of several rows could be read. Null if it is known. */
  markupProblem(): string | null
  readonly isPartial: boolean
  readonly list: Problem[]
}

/** Problems beyond this number are counted, not listed. */
const maxProblems = 50

/** This many unreadable rows without a readable one mean that the markup has changed. */
const minRowsToJudge = 3

/** Starts an empty collection of problems. */
export function collectProblems(): Problems {
  const list: Problem[] = []
  let lostRows = 0
  let readRows = 0
  let unlisted = 0
  let rejection: string | null = null
  const add = (code: string, where: string, detail: string): void => {
    if (list.length < maxProblems) {
      list.push({ code, where: cleanText(where), detail: cleanText(detail) })
      return
    }
    unlisted++
    list[maxProblems] = { code: 'more', where: '', detail: `${unlisted} more problems` }
  }
  return {
    addLoss(code, where, detail, rows = 1) {
      lostRows += rows
      add(code, where, detail)
    },
    addOddity: add,
    countRow() {
      readRows++
    },
    reject(reason) {
      rejection ??= reason
    },
    markupProblem: () =>
      rejection ?? (readRows === 0 && lostRows >= minRowsToJudge ? 'not one row could be read' : null),
    get isPartial() {
      return lostRows > 0
    },
    list,
  }
}
