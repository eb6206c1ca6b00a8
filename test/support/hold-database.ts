// node hold-database.ts <data directory>: runs an embedded database until it is killed. Prints the database's address once it
// accepts connections, or the error (exit code 1).
import { startDatabaseServer } from '#platform/database-server.ts'

try {
  const server = await startDatabaseServer({ dataDir: process.argv[2] ?? '' })
  process.stdout.write(`${server.url}\n`)
  process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
  setInterval(() => {}, 60_000)
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
