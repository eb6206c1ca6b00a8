// The built client runs in the oldest supported browsers: Safari 16.4, Chrome 111, Firefox 119. The compiler's libraries
// (tsconfig/client.json) end before later additions to the language; this test also covers the packages and the browser's own APIs.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../dist/client')

/** APIs that one of these browsers lacks. The list need not be complete: it has those that are easily taken for old ones. */
const newer = [
  /\bURL\.(?:canParse|parse)\b/,
  /\bPromise\.(?:withResolvers|try)\b/,
  /\b(?:Object|Map)\.groupBy\b/,
  /\bArray\.fromAsync\b/,
  /\bAbortSignal\.any\b/,
  /\bRegExp\.escape\b/,
  /\bIterator\.(?:from|concat)\b/,
  /\bIntl\.DurationFormat\b/,
  /\bUint8Array\.from(?:Base64|Hex)\b|\.to(?:Base64|Hex)\(/,
  /\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/,
  /\.(?:values|keys|entries)\(\)\.(?:map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\(/,
  /\bscheduler\.(?:yield|postTask)\b/,
  /\brequestIdleCallback\(/,
  /\bTemporal\./,
  /\.(?:showPopover|hidePopover|togglePopover|moveBefore|setHTMLUnsafe)\(/,
  /\bError\.(?:isError|captureStackTrace)\(/,
  /\bMath\.(?:sumPrecise|f16round)\b/,
  /\/[dgimsuy]*v[dgimsuy]*\.(?:test|exec)\(/,
]

it('The built client uses no API that Safari 16.4, Chrome 111 or Firefox 119 lacks', async () => {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.js'))
  expect(files).toContain('sw.js')
  const found: string[] = []
  for (const file of files) {
    const code = await readFile(join(folder, file), 'utf8')
    for (const api of newer) {
      const use = api.exec(code)
      if (use) found.push(`${file}: ${code.slice(Math.max(0, use.index - 60), use.index + 40)}`)
    }
  }
  expect(found).toEqual([])
})
