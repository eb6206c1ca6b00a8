// Installs PostgreSQL with its programs, PgBouncer and HAProxy, for root on Debian. The long tests that need them are skipped on a
// machine without them.
import { installPackages, isRootOnDebian } from '#support/debian.ts'
import { hasHaproxy } from '#support/haproxy.ts'
import { findLocalPostgres } from '#support/local-postgres.ts'
import { hasPgBouncer } from '#support/pgbouncer.ts'

const findMissing = (): string[] => [
  ...(findLocalPostgres() === undefined ? ['postgresql'] : []),
  ...(hasPgBouncer() ? [] : ['pgbouncer']),
  ...(hasHaproxy() ? [] : ['haproxy']),
]

const missing = findMissing()
if (missing.length > 0 && isRootOnDebian()) {
  console.log(`Installing ${missing.join(' and ')} for the tests …`)
  installPackages(...missing)
  if (findMissing().length > 0) {
    console.error(
      `There is no ${findMissing().join(' and no ')}, and none could be installed: install it and try again.`,
    )
    process.exitCode = 1
  }
} else if (missing.length > 0) console.log(`The tests that need ${missing.join(' or ')} are skipped.`)
