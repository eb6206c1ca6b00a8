// After each install and before each start: mends of the database driver that its authors have not released yet, without which a database
// that restarts leaves transactions waiting for ever, or ends the process (docs/decisions/013).
// Plain JavaScript for Node 20: it runs before anything else is there.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const driver = join(dirname(dirname(fileURLToPath(import.meta.url))), 'node_modules/postgres/src')

/** By file: what stands there, and what should. */
const mends = {
  'connection.js': [
    // porsager/postgres 1208: a write to a connection that has ended fails its statement instead of throwing in a timer.
    [
      `  function nextWrite(fn) {
    const x = socket.write(chunk, fn)`,
      `  function nextWrite(fn) {
    if (socket === null) {
      chunk = nextWriteTimer = null
      error(Errors.connection('CONNECTION_CLOSED', options))
      return false
    }
    const x = socket.write(chunk, fn)`,
    ],
    // porsager/postgres 1189: the connection of a transaction is reserved also when its BEGIN fills the pipeline.
    [
      `        && sent.length < max_pipeline
        && (!q.options.onexecute || q.options.onexecute(connection))`,
      `        && (!q.options.onexecute || q.options.onexecute(connection))
        && sent.length < max_pipeline`,
    ],
    // What was still to be written to a connection that has ended is not written to the next one, whose first message
    // would wait for a timer that was cleared.
    [
      `    incomings = null
    clearImmediate(nextWriteTimer)
    socket.`,
      `    incomings = null
    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    socket.`,
    ],
    // Statements sent between an error of the socket and its end are failed, too, and nothing of them stays: the next
    // connection's answers would be taken for theirs, and its own statements wait for ever.
    [
      `    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
    closedTime`,
      `    ;(query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
    query = results = errorResponse = null
    result = new Result()
    closedTime`,
    ],
    // A connection that ends while it asks for the types of arrays forgets the question, or fails what waits for the answer,
    // which hears of it: as a rejection that nobody handles it would end the process.
    [
      `    if (initial)
      return reconnect()
`,
      `    if (initial) {
      query = results = errorResponse = null
      result = new Result()
      return reconnect()
    }
`,
    ],
    [
      `      order by b.oid
    \`], [], execute)
`,
      `      order by b.oid
    \`], [], execute).catch(() => [])
`,
    ],
  ],
  'index.js': [
    // A transaction that has lost its connection sends nothing more on it: it may be somebody else's by then.
    [
      `        new Promise((_, reject) => connection.onclose = reject)
      ])
    } catch (error) {`,
      `        new Promise((_, reject) => connection.onclose = error => reject(lost = error))
      ])
    } catch (error) {`,
    ],
    [
      `      , connection
      , prepare = null
`,
      `      , connection
      , lost = null
      , prepare = null
`,
    ],
    [
      `        q.catch(e => uncaughtError || (uncaughtError = e))
        c.queue === full`,
      `        q.catch(e => uncaughtError || (uncaughtError = e))
        if (lost) return q.reject(lost)
        c.queue === full`,
    ],
  ],
}

for (const [name, pairs] of Object.entries(mends)) {
  const file = join(driver, name)
  const before = readFileSync(file, 'utf8')
  let source = before
  for (const [unsound = '', sound = ''] of pairs) {
    if (source.includes(sound)) continue
    if (!source.includes(unsound)) {
      process.stderr.write('The database driver is another one than tools/mend-postgres.mjs knows: look at both.\n')
      process.exit(1)
    }
    source = source.replace(unsound, sound)
  }
  if (source !== before) writeFileSync(file, source)
}
