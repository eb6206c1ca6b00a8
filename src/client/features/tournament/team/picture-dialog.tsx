// The dialog with the picture for sharing: the choice of its content, the picture itself, and the button that shares or saves it.
import { ImageDown, Share2 } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { TeamResponse } from '#contract/teams.ts'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Failure } from '#client/ui/failure.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { Switch } from '#client/ui/switch.tsx'
import { drawPicture, pictureSize } from './draw-picture.ts'
import { dayPicture, medalPicture, type Picture, pictureText, picturedMedals } from './picture.ts'

/** The option of the whole day, beside the medals' keys. */
const wholeDay = 'day'

export function PictureDialog({ page, onClose }: { page: TeamResponse; onClose: () => void }) {
  const [includesMinors, setIncludesMinors] = useState(false)
  const [chosen, setChosen] = useState<string>(wholeDay)
  const [hasFailed, setHasFailed] = useState(false)
  const canvas = useRef<HTMLCanvasElement>(null)
  const shown = picturedMedals(page, includesMinors)
  const hasMinors = shown.length < picturedMedals(page, true).length || includesMinors
  const picture = useMemo(() => {
    const medal = picturedMedals(page, includesMinors).find(({ key }) => key === chosen)
    return medal ? medalPicture(page, medal) : dayPicture(page, includesMinors)
  }, [page, includesMinors, chosen])

  const send = async (): Promise<void> => {
    setHasFailed(false)
    const file = canvas.current && (await fileOf(canvas.current, `${page.team.name}.png`))
    if (!file) setHasFailed(true)
    // Closing the system's dialog without sharing is not an error.
    else if (canShareFiles(file)) await navigator.share({ files: [file] }).catch(() => undefined)
    else save(file)
  }
  const options = [
    { value: wholeDay, text: t('teamPage.pictureDay') },
    ...shown.map(({ key, place, name }) => ({
      value: key,
      text: t('teamPage.pictureMedal', { medal: t(`teamPage.${place}`), name }),
    })),
  ]
  const canShare = canShareFiles(new File([], 'a.png', { type: pictureType }))
  return (
    <Dialog title={t('teamPage.pictureTitle')} text={t('teamPage.pictureText')} onClose={onClose}>
      <div className="flex flex-col gap-3 overflow-y-auto px-4 pt-2 pb-4">
        <SelectField
          label={t('teamPage.pictureShows')}
          options={options}
          value={options.some(({ value }) => value === chosen) ? chosen : wholeDay}
          onChange={setChosen}
        />
        {hasMinors && (
          <Switch
            label={t('teamPage.pictureMinors')}
            text={t('teamPage.pictureMinorsText')}
            isOn={includesMinors}
            onSwitch={setIncludesMinors}
          />
        )}
        <Preview picture={picture} canvas={canvas} />
        {hasFailed && <Failure text={t('teamPage.pictureFailed')} className="" />}
        <Button onClick={() => void send()}>
          {canShare ? <Share2 aria-hidden className="size-4" /> : <ImageDown aria-hidden className="size-4" />}
          {canShare ? t('teamPage.pictureShare') : t('teamPage.pictureSave')}
        </Button>
      </div>
    </Dialog>
  )
}

/** The canvas. It is a separate component, because the dialog renders its content later than the screen around it. */
function Preview({ picture, canvas }: { picture: Picture; canvas: RefObject<HTMLCanvasElement | null> }) {
  useEffect(() => {
    if (canvas.current) drawPicture(canvas.current, picture, getComputedStyle(document.body).fontFamily, t('app.name'))
  }, [picture, canvas])
  return (
    <canvas
      ref={canvas}
      {...pictureSize}
      role="img"
      aria-label={pictureText(picture)}
      className="mx-auto max-h-[52dvh] w-auto max-w-full rounded-md border border-line"
    />
  )
}

const pictureType = 'image/png'

const fileOf = (canvas: HTMLCanvasElement, name: string): Promise<File | null> =>
  new Promise((resolve) =>
    canvas.toBlob((blob) => resolve(blob && new File([blob], name, { type: pictureType })), pictureType),
  )

const canShareFiles = (file: File): boolean =>
  typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] })

function save(file: File): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  link.click()
  // By then the browser has begun to save the picture.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
