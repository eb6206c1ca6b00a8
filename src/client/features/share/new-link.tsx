// Shown while there is no link: a field for an optional title, and the button to create a link.
import { useState } from 'react'
import { shareTitleMaximum } from '#contract/share-title.ts'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import type { Share } from './use-share-link.ts'

/** `lastTitle` is the default title of the next link. */
export function NewLink({ lastTitle, share: { generate } }: { lastTitle: string; share: Share }) {
  const [typed, setTyped] = useState<string | null>(null)
  const title = typed ?? lastTitle
  return (
    <form
      className="flex flex-col gap-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (!generate.isPending) generate.mutate(title)
      }}
    >
      <Field
        label={t('share.titleLabel')}
        placeholder={t('share.titlePlaceholder')}
        maxLength={shareTitleMaximum}
        autoComplete="off"
        value={title}
        error={undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" aria-disabled={generate.isPending} className="min-h-12 self-start px-5">
        {generate.isPending ? t('share.generating') : t('share.generate')}
      </Button>
    </form>
  )
}
