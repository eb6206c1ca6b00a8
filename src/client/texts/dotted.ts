// Facts in one line, between dots.
import { isolated } from '#domain/name.ts'

/** 'Mar Alto · Blue belt': the facts that are known, with isolated names. */
export const dotted = (facts: readonly (string | false | null | undefined)[]): string =>
  facts.flatMap((fact) => (fact ? isolated(fact) : [])).join(' · ')
