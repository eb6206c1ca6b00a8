// npm run icons: renders the icons of the installed app from src/client/public/favicon.svg into src/client/public/icons/.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'

const pages = join(import.meta.dirname, '../src/client/public')
const mark = await readFile(join(pages, 'favicon.svg'), 'utf8')
/** For systems that mask icons: fills the square, with the mark within the inner 80 %. */
const filled = mark.replace(/ rx="\d+"/, '')

const wanted: [name: string, size: number, svg: string][] = [
  ['icon-192', 192, mark],
  ['icon-512', 512, mark],
  ['maskable-192', 192, filled],
  ['maskable-512', 512, filled],
  ['apple-touch-icon', 180, filled],
]

await mkdir(join(pages, 'icons'), { recursive: true })
for (const [name, size, svg] of wanted) {
  const image = await loadImage(Buffer.from(svg.replace('<svg ', `<svg width="${size}" height="${size}" `)))
  const canvas = createCanvas(size, size)
  canvas.getContext('2d').drawImage(image, 0, 0, size, size)
  await writeFile(join(pages, `icons/${name}.png`), canvas.toBuffer('image/png'))
}
