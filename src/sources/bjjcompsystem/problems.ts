// What a reader could not make out, collected while it reads on.
import { cleanText } from '#domain/name.ts'
import type { Problem } from '#domain/reading.ts'

export type Problems = {
  /** A row or block, or several, that had to be left out: the reading is partial. */
  lost(code: string, where: string, detail: string, rows?: number): void
  /** Something odd that cost nothing. */
  odd(code: string, where: string, detail: string): void
  /** A row was read: see `markupChanged`. */
  row(): void
  /** The page's markup is not the one known, whatever rows could be read. */
  refuse(reason: string): void
  /** Why the page's markup is not the one known: refused, or not one of several rows could be read. Null otherwise. */
  markupChanged(): string | null
  readonly isPartial: boolean
  readonly list: Problem[]
}

/** More are counted, not kept. */
const mostKept = 50

/** This many unreadable rows and no readable one are not bad luck. */
const fewestRowsToJudge = 3

export function collectProblems(): Problems {
  const list: Problem[] = []
  let lostRows = 0
  let readRows = 0
  let left = 0
  let refused: string | null = null
  const add = (code: string, where: string, detail: string): void => {
    if (list.length < mostKept) {
      list.push({ code, where: cleanText(where), detail: cleanText(detail) })
      return
    }
    left++
    list[mostKept] = { code: 'more', where: '', detail: `${left} more problems` }
  }
  return {
    lost(code, where, detail, rows = 1) {
      lostRows += rows
      add(code, where, detail)
    },
    odd: add,
    row() {
      readRows++
    },
    refuse(reason) {
      refused ??= reason
    },
    markupChanged: () =>
      refused ?? (readRows === 0 && lostRows >= fewestRowsToJudge ? 'not one row could be read' : null),
    get isPartial() {
      return lostRows > 0
    },
    list,
  }
}
