/**
 * Makes a recording for the simulator from pages saved with a browser: node tools/wrap-saved-pages.ts <folder of pages> <folder
 * of the recording>
 */
import { wrapSavedPages } from '../simulator/saved-pages.ts'

const [from, to] = process.argv.slice(2)
if (from === undefined || to === undefined) {
  console.error('Name the folder with the saved pages and the folder for the recording.')
  process.exit(2)
}
await wrapSavedPages(from, to)
console.log(`Made a recording in ${to}. Serve it with: node simulator/main.ts --replay=${to}`)
