import { expect, it } from 'vitest'
import type { SharedPicture } from '#contract/shared-page.ts'
import { createPictures } from './pictures.ts'

const colour = '#808080'
const picture: SharedPicture = {
  product: 'RollCall',
  title: 'Team Horizonte',
  owner: 'by Marina',
  heading: 'No fight to come',
  isLive: false,
  fight: null,
  colours: {
    ink: colour,
    surface: colour,
    line: colour,
    text: '#ffffff',
    muted: colour,
    live: colour,
    onLive: colour,
    belts: {} as SharedPicture['colours']['belts'],
    unknownBelt: colour,
    beltBar: colour,
  },
}

it('A call that waits for a picture is refused as busy when the renderer is closed', async () => {
  const pictures = createPictures()
  const painting = pictures.paint(picture)
  painting.catch(() => {})
  await pictures.close()
  await expect(painting).rejects.toMatchObject({ code: 'busy' })
})

it('Another picture is rendered after the thread has ended', async () => {
  const pictures = createPictures()
  const png = await pictures.paint(picture)
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  await pictures.close()
  expect(await pictures.paint({ ...picture, title: 'Team Serra' })).not.toEqual(png)
  await pictures.close()
})
